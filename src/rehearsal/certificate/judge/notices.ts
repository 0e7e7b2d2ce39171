import { memberOf } from '../../journal/request-entry.ts'
import type { RunFacts } from '../facts.ts'
import {
  type Call,
  formatDuration,
  isAct,
  isShopsCapture,
  type ObservedPayment,
  type ObservedRun,
  type RunEntry,
  shownStatus,
} from './observed-run.ts'
import { type Evidence, type Judge, notExercised, verdictOf } from './verdict.ts'

/** W1: a webhook for this store and mode. */
export const hasWebhook: Judge = ({ facts, calls }) => {
  const [first] = calls
  if (first === undefined) return notExercised
  const codes = new Set(calls.filter(isSession).map((call) => codeOf(call)))
  const missing = [...codes].filter((code) => !isTold(facts, code))
  if (codes.size === 0 && facts.webhooks.some(({ isEnabled }) => isEnabled)) return verdictOf([], true)
  const evidence = (codes.size === 0 ? [undefined] : missing).map((code) => {
    const call = calls.find((one) => isSession(one) && codeOf(one) === code) ?? first
    const of = code === undefined ? '' : ` of store ${code}`
    return {
      scenario: call.scenario,
      sentence: `No webhook is told of the payments${of} in this mode.`,
      shownBy: [call],
    }
  })
  return verdictOf(evidence, true)
}

function isSession({ entry, answered }: Call): boolean {
  return entry.operation === 'createSession' && entry.status === 200 && answered !== undefined
}

function codeOf({ answered }: Call): string | undefined {
  const code = memberOf(answered, 'merchant_code')
  return typeof code === 'string' ? code : undefined
}

// An unknown store counts as having a webhook if any is enabled.
function isTold({ webhooks, stores }: RunFacts, code: string | undefined): boolean {
  const store = stores.find(({ merchantCode }) => merchantCode.toLowerCase() === code?.toLowerCase())
  return webhooks.some(
    ({ isEnabled, storeId }) => isEnabled && (store === undefined || storeId === null || store.id === storeId),
  )
}

/** W2: answered exactly 200, within 5 s (warning) and 60 s (failure). */
export const answersInTime: Judge = (run, { lateAnswerMs, longestAnswerMs }) => {
  const failures = failuresOfClosedFirst(run)
  const sent = run.deliveries.filter((delivery) => isSent(delivery) && !failures.includes(delivery))
  const wrong = sent.filter(
    ({ entry: { status, durationMs } }) => status !== 200 || (durationMs ?? 0) > longestAnswerMs,
  )
  if (wrong.length > 0) return { result: 'failed', evidence: wrong.map(wrongAnswerEvidence) }
  const late = sent.filter(({ entry: { durationMs } }) => (durationMs ?? 0) > lateAnswerMs)
  if (late.length > 0) return { result: 'warning', evidence: late.map(answerEvidence) }
  return verdictOf([], sent.length > 0)
}

// Dropped notifications are never sent, and forged ones are not real. The effects of the merchant's own rules are
// unknown, so those deliveries do not count.
function isSent({ entry, fault }: RunEntry): boolean {
  return entry.faultId === null || ['duplicate', 'reorder', 'late'].includes(fault ?? '')
}

/** Returns failed notifications of the closed-first scenario if the shop accepts all others. They count for W4. */
export function failuresOfClosedFirst({ deliveries }: ObservedRun): RunEntry[] {
  const sent = deliveries.filter(isSent)
  const isFailed = ({ entry }: RunEntry): boolean => entry.status !== 200
  const [own, others] = [true, false].map((isOwn) =>
    sent.filter(({ scenario }) => (scenario.name === 'closed-first') === isOwn),
  )
  return others === undefined || others.length === 0 || others.some(isFailed) ? [] : (own ?? []).filter(isFailed)
}

export function answerEvidence(runEntry: RunEntry): Evidence {
  const { operation, status, durationMs } = runEntry.entry
  const answer = status === null ? 'was not answered' : `was answered ${status}`
  const sentence = `The notification ${operation} ${answer} after ${formatDuration(durationMs ?? 0)}.`
  return { scenario: runEntry.scenario, sentence, shownBy: [runEntry] }
}

function wrongAnswerEvidence(runEntry: RunEntry): Evidence {
  const evidence = answerEvidence(runEntry)
  if (![401, 403].includes(runEntry.entry.status ?? 0)) return evidence
  const reason = "It is genuine: your secret is another store's, or you verified a parsed body."
  return { ...evidence, sentence: `${evidence.sentence} ${reason}` }
}

/**
 * W6: bad, stale and changed signatures are refused. Later calls on the payment show best whether the shop acted on
 * one.
 */
export const refusesBadSignatures: Judge = ({ facts, payments }) => {
  const isSigned = facts.webhooks.some((webhook) => webhook.isSigned)
  const forgeries = facts.scenarios.flatMap((scenario) =>
    scenario.forged.filter(({ as }) => as !== 'header').map((forged) => ({ ...forged, scenario })),
  )
  const answered = forgeries.filter(({ status }) => status !== null)
  if (!isSigned || answered.length === 0) return notExercised
  const accepted = answered.filter(({ status }) => status !== null && status < 300)
  const evidence = accepted.map(({ scenario, paymentId, webhookId, as, at }) => {
    const payment = payments.find(({ id }) => id === paymentId)
    const followed = (payment?.calls ?? []).filter(({ entry }) => entry.at >= at && entry.operation !== 'createSession')
    const what = as === 'amount' ? 'a changed amount' : as === 'stale' ? 'a stale signature' : 'a bad signature'
    const then = followed.length > 0 ? ', and acted upon' : ''
    const sentence = `A notification with ${what} was accepted${then}.`
    return { scenario, sentence, shownBy: followed, webhookIds: [webhookId] }
  })
  if (evidence.length > 0 && evidence.every(({ shownBy }) => shownBy.length === 0))
    return { result: 'review', evidence }
  return verdictOf(evidence, true)
}

/** W7: a shop recovers from a dropped notice. */
export const recoversFromDrops: Judge = ({ calls, payments }) => {
  // Other scenarios drop other notifications.
  const dropped = payments.filter(
    ({ scenario, injections, ending }) =>
      scenario.name === 'dropped' && ending === 'authorized' && injections.some(({ fault }) => fault === 'drop'),
  )
  const evidence = dropped.flatMap((payment) => {
    const firstDelivery = payment.deliveries.find((delivery) => isSent(delivery) && delivery.entry.status === 200)
    const before = (call: Call): boolean => firstDelivery === undefined || call.entry.at < firstDelivery.entry.at
    const isKnown = calls.some((call) => before(call) && showsPaid(call, payment))
    if (isKnown) return []
    const shownBy = payment.deliveries
    const sentence = 'The notification authorized never arrived, and nobody looked at the payment.'
    return [{ scenario: payment.scenario, sentence, shownBy }]
  })
  return verdictOf(evidence, dropped.length > 0)
}

function showsPaid(call: Call, { id }: ObservedPayment): boolean {
  if (call.entry.paymentId === id && isAct(call)) return true
  const status = shownStatus(call, id)
  return status === 'AUTHORIZED' || status === 'CLOSED'
}

function isAcknowledged({ entry }: RunEntry, status: string): boolean {
  return entry.operation === status && entry.status === 200
}

/** A shop that reads `AUTHORIZED` this often without acting waits for another status. */
const readsOfWaiting = 3

/** Returns whether the shop acknowledged the `authorized` notification and then did nothing about the payment. */
export function isMisunderstood({ calls, deliveries }: ObservedPayment): boolean {
  const firstDelivery = deliveries.find((delivery) => isSent(delivery) && isAcknowledged(delivery, 'authorized'))
  if (firstDelivery === undefined || calls.some(isAct)) return false
  const reads = calls.filter(({ entry }) => entry.operation !== 'createSession' && entry.at >= firstDelivery.entry.at)
  return reads.length === 0 || reads.length >= readsOfWaiting
}

/** W8: lower-case and upper-case statuses are both understood. */
export const understandsBothCases: Judge = ({ payments }) => {
  const authorized = payments.filter(
    ({ scenario, ending, deliveries }) =>
      scenario.name === 'plain' &&
      ending === 'authorized' &&
      deliveries.some((delivery) => isAcknowledged(delivery, 'authorized')),
  )
  const evidence = authorized.filter(isMisunderstood).map((payment) => ({
    scenario: payment.scenario,
    sentence: 'The notification authorized was taken, and nothing was captured or closed because of it.',
    shownBy: payment.deliveries,
  }))
  return verdictOf(
    evidence,
    authorized.some(({ calls }) => calls.some(isAct)),
  )
}

/** W9: what was answered 200 before a crash is worked off after it. */
export const comesBackAfterCrash: Judge = ({ payments, hasShopCapture }) => {
  const crashes = payments.filter(
    ({ scenario, ending, deliveries }) =>
      scenario.name === 'crash' &&
      ending === 'authorized' &&
      deliveries.some((one) => isAcknowledged(one, 'authorized')),
  )
  const evidence = crashes
    .filter(({ changes }) => hasShopCapture && !changes.some(isShopsCapture))
    .map(({ scenario, deliveries, calls }) => ({
      scenario,
      sentence:
        'The notification authorized was answered 200, then the shop was restarted, and it never captured the payment.',
      shownBy: [...deliveries, ...calls],
    }))
  return verdictOf(evidence, hasShopCapture && crashes.length > 0)
}

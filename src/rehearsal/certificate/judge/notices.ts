import { memberOf } from '../../journal/request-entry.ts'
import type { RunFacts } from '../facts.ts'
import {
  type Call,
  endOf,
  intentionOf,
  isAct,
  isMovement,
  nameOf,
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
  if (wrong.length > 0) return { result: 'failed', evidence: wrong.map(answerEvidence) }
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
  const sentence = `The notification ${operation} ${answer} after ${((durationMs ?? 0) / 1_000).toFixed(1)} s.`
  return { scenario: runEntry.scenario, sentence, shownBy: [runEntry] }
}

/** W3: a duplicate, also a concurrent one, moves nothing twice. */
export const movesNothingTwice: Judge = ({ payments, hasShopCapture }) => {
  const doubled = payments.filter(({ scenario }) => scenario.name === 'duplicate').filter(isNotifiedTwice)
  // A shop may make two equal movements on purpose. It then does so without duplicates, too.
  const usual = Math.max(
    0,
    ...payments.filter(({ scenario }) => scenario.name === 'plain').map((payment) => repeatsOf(payment, isDone).length),
  )
  const evidence = doubled.flatMap((payment) => {
    const repeats = repeatsOf(payment, () => true)
    const [call] = repeats
    if (call === undefined || repeats.length <= usual) return []
    const shownBy = [...payment.deliveries.filter(({ scenario }) => scenario.name === 'duplicate'), ...repeats]
    const sentence = `A notification came twice, and so did the movement: again as a ${nameOf(call)}.`
    return [{ scenario: payment.scenario, sentence, shownBy }]
  })
  return verdictOf(evidence, hasShopCapture && doubled.some(({ calls }) => calls.some(isReferenced)))
}

function isDone({ entry }: Call): boolean {
  return entry.status === 200
}

function isReferenced(call: Call): boolean {
  return isMovement(call) && call.entry.referenceId !== null
}

function isNotifiedTwice({ deliveries, injections }: ObservedPayment): boolean {
  const ids = deliveries.map(({ entry }) => entry.requestId)
  return injections.some(({ fault }) => fault === 'duplicate') || new Set(ids).size < ids.length
}

// The same movement under another reference, although the first one did not fail. Movements without a reference fail
// M1.
function repeatsOf({ calls }: ObservedPayment, isCounted: (call: Call) => boolean): Call[] {
  const movements = calls.filter((call) => isReferenced(call) && isCounted(call))
  return movements.filter((call, index) => {
    const before = movements.slice(0, index)
    const isOther = before.every(({ entry }) => entry.referenceId !== call.entry.referenceId)
    return isOther && before.some((earlier) => isSameMovement(earlier, call) && !hasFailed(earlier, call))
  })
}

function isSameMovement(one: Call, other: Call): boolean {
  return one.entry.operation === other.entry.operation && intentionOf(one) === intentionOf(other)
}

function hasFailed(earlier: Call, call: Call): boolean {
  const isHeard = earlier.entry.status === 200 && earlier.fault !== 'lost_answer' && earlier.fault !== 'slow'
  return !isHeard && endOf(earlier) <= call.entry.at
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

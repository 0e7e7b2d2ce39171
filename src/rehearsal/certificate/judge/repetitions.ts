import { memberOf } from '../../journal/request-entry.ts'
import { sameReferenceAfterLoss } from './lost-answers.ts'
import {
  type Call,
  endOf,
  formatDuration,
  intentionOf,
  isAct,
  isAfter,
  isMovement,
  isRefused,
  isShopsCapture,
  nameOf,
  type ObservedPayment,
  type ObservedRun,
} from './observed-run.ts'
import { type Evidence, type Judge, notExercised, verdictOf } from './verdict.ts'

/** The first call of a payment that a rule was applied to, and the later calls of the same operation. */
interface FaultedCall {
  readonly call: Call
  readonly again: readonly Call[]
}

function faultedBy({ payments }: ObservedRun, kind: string): FaultedCall[] {
  return payments.flatMap((payment) => {
    const { calls } = payment
    const injected = calls.filter((call) => isAct(call) && call.fault === kind)
    const firsts = injected.filter((call) => !injected.some((other) => isAfter(call, other) && isSame(call, other)))
    return firsts.map((call) => ({ call, again: calls.filter((later) => isAfter(later, call) && isSame(later, call)) }))
  })
}

function isSame(one: Call, other: Call): boolean {
  return (
    one.entry.operation === other.entry.operation &&
    (intentionOf(one) === intentionOf(other) ||
      (one.entry.referenceId !== null && one.entry.referenceId === other.entry.referenceId))
  )
}

function shown(call: Call, sentence: string, by: readonly Call[] = []): Evidence {
  return { scenario: call.scenario, sentence, shownBy: [call, ...by] }
}

/** M5: a 409 is tried again with the same key, after a pause. */
export const repeatsConflicts: Judge = (run, limits) => {
  const injected = faultedBy(run, 'conflict')
  // A shop that always takes another reference fails M2.
  const isOther = sameReferenceAfterLoss(run, limits).result === 'failed'
  const evidence = injected.flatMap(({ call, again }) => {
    const [next] = again
    const refused = `A ${nameOf(call)} was answered 409`
    if (next === undefined) return [shown(call, `${refused} and not tried again.`)]
    const { referenceId } = call.entry
    // Calls without a reference fail M1.
    if (referenceId !== null && next.entry.referenceId !== null && next.entry.referenceId !== referenceId)
      return isOther ? [] : [shown(call, `${refused} and tried again as a ${nameOf(next)}.`, [next])]
    if (next.entry.at - endOf(call) < limits.pauseMs)
      return [shown(call, `${refused} and tried again at once.`, [next])]
    return []
  })
  return verdictOf(evidence, injected.length > 0 && !isOther)
}

/** M6: Retry-After is obeyed. */
export const heedsRetryAfter: Judge = (run, { toleranceMs }) => {
  const injected = faultedBy(run, 'rate_limit')
  const evidence = injected.flatMap(({ call, again }) => {
    const [next] = again
    const seconds = Number(call.entry.answer?.headers['retry-after'] ?? 1)
    const refused = `A ${nameOf(call)} was answered 429 with Retry-After ${seconds}`
    if (next === undefined) return [shown(call, `${refused} and not tried again.`)]
    const waitedMs = next.entry.at - endOf(call)
    if (waitedMs >= seconds * 1_000 - toleranceMs) return []
    return [shown(call, `${refused} and tried again after ${formatDuration(waitedMs)}.`, [next])]
  })
  return verdictOf(evidence, injected.length > 0)
}

/**
 * M7: a 500 is tried again, with growing pauses and an upper limit. For review if the scenario ended before the shop
 * was seen to stop.
 */
export const backsOff: Judge = (run, { pauseMs, maxTries }) => {
  const injected = faultedBy(run, 'error')
  const evidence = injected.flatMap(({ call, again }) => {
    const tries = [call, ...again]
    const pauses = again.map((later, index) => later.entry.at - endOf(tries[index] ?? call))
    const failed = `A ${nameOf(call)} was answered 500`
    if (again.length === 0) return [shown(call, `${failed} and not tried again.`)]
    if (tries.length > maxTries)
      return [
        shown(
          call,
          `${failed} and tried ${tries.length} times, on all occasions together: more than ${maxTries}.`,
          again,
        ),
      ]
    if (isGrowing(pauses, pauseMs)) return []
    const pauseTexts = pauses.map((pause) => (pause / 1_000).toFixed(2)).join(', ')
    return [shown(call, `${failed} and tried again after pauses that do not grow: ${pauseTexts} s.`, again)]
  })
  if (evidence.length > 0) return verdictOf(evidence, true)
  const unseen = injected.flatMap(({ call, again }) => unseenEnd([call, ...again]))
  return unseen.length > 0 ? { result: 'review', evidence: unseen } : verdictOf([], injected.length > 0)
}

// Pauses double. A shop whose silence at the end was shorter than the next pause may have been about to try again.
function unseenEnd(tries: readonly Call[]): Evidence[] {
  const [call] = tries
  if (call === undefined) return []
  const { endedAt } = call.scenario
  const within = tries.filter(({ entry }) => entry.at <= endedAt)
  const [last = call, before] = within.toReversed()
  if (last.fault !== 'error') return []
  const silenceMs = endedAt - endOf(last)
  if (before !== undefined && silenceMs >= 2 * (last.entry.at - endOf(before))) return []
  const sentence = `A ${nameOf(call)} was answered 500 up to ${formatDuration(Math.max(0, silenceMs))} before the scenario ended: whether the shop stops could not be seen. An idle time above twice its longest pause shows it; the longest is a minute.`
  return [shown(call, sentence, tries.slice(1))]
}

// Good clients add jitter, so of two pauses a slightly shorter one proves nothing.
function isGrowing(pauses: readonly number[], pauseMs: number): boolean {
  const [first = 0] = pauses
  const last = pauses.at(-1) ?? 0
  if (first < pauseMs) return false
  return last >= first * (pauses.length > 2 ? 1.3 : 0.8)
}

/** M8: a final 4xx is not hammered. */
export const stopsAfterRefusals: Judge = ({ calls }, { maxRefusals }) => {
  const refused = calls.filter(isRefused)
  const evidence = [...Map.groupBy(refused, sendingOf).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined || same.length <= maxRefusals) return []
    const { method, path, status } = first.entry
    return [shown(first, `${method} ${path} was answered ${status}, and sent ${same.length} times.`, same.slice(1))]
  })
  return verdictOf(evidence, refused.length > 0)
}

function sendingOf({ entry }: Call): string {
  return JSON.stringify([entry.method, entry.path, entry.request?.body ?? null])
}

/** P8: a dispute that blocks a refund is not looped on. */
export const leavesDisputedRefunds: Judge = ({ payments }, { maxDisputed }) => {
  const held = payments.map(disputedRefunds).filter((refunds) => refunds.length > 0)
  const evidence = held.flatMap((refunds) => {
    const [first] = refunds
    if (first === undefined || refunds.length <= maxDisputed) return []
    const sentence = `A ${nameOf(first)} was held back by a dispute, and asked for ${refunds.length} times.`
    return [shown(first, sentence, refunds.slice(1))]
  })
  const own = payments.filter(({ scenario }) => scenario.name === 'disputed')
  return held.length > 0 || own.length === 0
    ? verdictOf(evidence, held.length > 0)
    : { ...notExercised, missing: missingOf(own) }
}

/** Returns the first step to a refund during a dispute that no payment reached. */
function missingOf(payments: readonly ObservedPayment[]): string {
  const changes = payments.flatMap((payment) => payment.changes)
  if (!changes.some(isShopsCapture)) return 'the shop captured nothing'
  if (!changes.some(({ entry }) => entry.change?.status === 'CLOSED')) return 'the payment was not CLOSED'
  if (!changes.some(({ entry }) => entry.operation === 'open_dispute'))
    return 'no dispute was opened: test keys have none'
  return 'the shop asked for no refund while the dispute was open'
}

function disputedRefunds({ calls }: ObservedPayment): Call[] {
  return calls.filter(
    (call) =>
      isMovement(call) && call.entry.status === 409 && String(memberOf(call.answered, 'error')).includes('disputed'),
  )
}

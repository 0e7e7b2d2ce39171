import { memberOf } from '../../journal/request-entry.ts'
import {
  type Call,
  formatDuration,
  intentionOf,
  isAct,
  isAfter,
  isMovement,
  nameOf,
  type ObservedPayment,
  type ObservedRun,
  readsOf,
} from './observed-run.ts'
import { type Judge, notExercised, verdictOf } from './verdict.ts'

/** A call whose answer was lost, and the shop's later calls about its payment. */
interface Loss {
  readonly call: Call
  readonly reads: readonly Call[]
  /** Later calls of the same operation. */
  readonly again: readonly Call[]
  /** Whether an earlier call of the same operation had lost its answer, too. */
  readonly isRepeat: boolean
}

function lossesOf(run: ObservedRun): Loss[] {
  return run.payments.flatMap((payment) => {
    const lost = payment.calls.filter((call) => isAct(call) && isLost(call))
    return lost.map((call) => lossOf(run, payment, call))
  })
}

function lossOf(run: ObservedRun, payment: ObservedPayment, call: Call): Loss {
  const reads = readsOf(run, payment).filter((read) => isAfter(read, call))
  const same = payment.calls.filter(({ entry }) => entry.operation === call.entry.operation)
  const again = same.filter((later) => isAfter(later, call))
  return { call, reads, again, isRepeat: same.some((earlier) => isAfter(call, earlier) && isLost(earlier)) }
}

function isLost({ fault }: Call): boolean {
  return fault === 'lost_answer' || fault === 'lost_request'
}

/** M2: after a lost answer the same reference_id is used again. */
export const sameReferenceAfterLoss: Judge = (run) => {
  // Calls without a reference fail M1 instead.
  const repeated = lossesOf(run).filter(({ call }) => isMovement(call) && call.entry.referenceId !== null)
  const judged = repeated.map((loss) => ({ loss, by: repeatOf(loss) }))
  const evidence = judged.flatMap(({ loss: { call }, by }) => {
    if (by === undefined || by.entry.referenceId === call.entry.referenceId) return []
    const sentence = `The answer to a ${nameOf(call)} was lost, and it was asked for again as a ${nameOf(by)}.`
    return [{ scenario: call.scenario, sentence, shownBy: [call, by] }]
  })
  return verdictOf(
    evidence,
    judged.some(({ by }) => by !== undefined),
  )
}

// The same movement under another reference also counts as a repetition, unless the shop has read that the first one
// was made.
function repeatOf({ call, reads, again }: Loss): Call | undefined {
  const { referenceId } = call.entry
  const same = again.find(({ entry }) => entry.referenceId === referenceId)
  if (same !== undefined) return same
  return again.find(
    (later) =>
      later.entry.referenceId !== null &&
      intentionOf(later) === intentionOf(call) &&
      !reads.some((read) => isAfter(later, read) && showsMovement(read, referenceId)),
  )
}

function showsMovement({ answered }: Call, referenceId: string | null): boolean {
  const shown = ['captures', 'refunds'].flatMap((name) => {
    const movements = memberOf(answered, name)
    return Array.isArray(movements) ? movements : []
  })
  return shown.some((movement) => memberOf(movement, 'reference_id') === referenceId)
}

/** M3: it is tried again or read again at all. */
export const goesOnAfterLoss: Judge = (run) => {
  // A repetition that lost its answer, too, still counts as going on.
  const losses = lossesOf(run).filter(({ isRepeat }) => !isRepeat)
  const evidence = losses
    .filter(({ reads, again }) => reads.length === 0 && again.length === 0)
    .map(({ call }) => ({
      scenario: call.scenario,
      sentence: `The answer to a ${nameOf(call)} was lost, and it was neither tried again nor was the payment read.`,
      shownBy: [call],
    }))
  return verdictOf(evidence, losses.length > 0)
}

/** M9: the shop's client waits for at least as long as it should. */
export const waitsForSlowAnswers: Judge = (run, { shortestTimeoutMs, toleranceMs }) => {
  const slow = run.payments.flatMap(({ calls }) => calls.filter((call) => call.fault === 'slow' && isMovement(call)))
  const given = slow.filter(({ entry }) => entry.status === null)
  const evidence = given
    .filter(({ entry }) => (entry.durationMs ?? 0) < shortestTimeoutMs - toleranceMs)
    .map((call) => ({
      scenario: call.scenario,
      sentence: `A ${nameOf(call)} was answered slowly, and given up after ${formatDuration(call.entry.durationMs ?? 0)}.`,
      shownBy: [call],
    }))
  if (evidence.length > 0 || slow.length === 0) return verdictOf(evidence, false)
  // A client that waited to the end may have no time-out. A shop that repeats lost calls is assumed to have one.
  const isRepeater = lossesOf(run).some((loss) => repeatOf(loss) !== undefined)
  return given.length > 0 || isRepeater ? verdictOf([], true) : notExercised
}

import { type Call, intentionOf, isMovement, isRefused, nameOf } from './observed-run.ts'
import { type Evidence, type Judge, verdictOf } from './verdict.ts'

/** M1: every capture and refund has a reference_id. */
export const everyMovementHasReference: Judge = ({ calls }) => {
  const movements = calls.filter(isMovement)
  const evidence = movements
    .filter(({ entry }) => entry.referenceId === null)
    .map((call) => ({
      scenario: call.scenario,
      sentence: `A ${nameOf(call)} was asked for without a reference_id.`,
      shownBy: [call],
    }))
  return verdictOf(evidence, movements.length > 0)
}

/** M4: one key, one intention. */
export const referenceStandsForOneIntention: Judge = ({ calls }) => {
  const movements = calls.filter(isMovement).filter(({ entry }) => entry.referenceId !== null)
  return verdictOf(usedTwice(movements), movements.length > 0)
}

/**
 * Returns references that were used for several movements. All but the first movement are silently lost. A call that
 * was refused for good has not used its reference.
 */
export function usedTwice(movements: readonly Call[]): Evidence[] {
  const first = new Map<string, Call>()
  return movements.flatMap((call) => {
    const { operation, paymentId, referenceId } = call.entry
    const key = JSON.stringify([operation, paymentId, referenceId])
    const before = first.get(key)
    if (before === undefined || isRefused(before)) {
      first.set(key, call)
      return []
    }
    if (call.sent === undefined || before.sent === undefined) return []
    if (intentionOf(before) === intentionOf(call)) {
      // The repetition of a call without an answer shows what became of it.
      if (before.entry.status !== 200) first.set(key, call)
      return []
    }
    const sentence = `A ${nameOf(call)} followed a ${nameOf(before)}: the same reference_id for another movement, which is never made.`
    return [{ scenario: call.scenario, sentence, shownBy: [before, call] }]
  })
}

import { type Call, endOf, intentionOf, isMovement, nameOf, type ObservedPayment } from './observed-run.ts'
import { type Judge, verdictOf } from './verdict.ts'

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
    const first = payment.calls.find((earlier) => isReferenced(earlier) && isSameMovement(earlier, call))
    return [{ scenario: payment.scenario, sentence, shownBy, context: first === undefined ? [call] : [first, call] }]
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

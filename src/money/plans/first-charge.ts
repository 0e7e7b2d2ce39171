import { downPaymentOf } from './plan.ts'
import { type CardFacts, chargeable } from './schedule.ts'

/**
 * What is charged at checkout: the first part as far as a card can be charged so much, and else the smallest amount that can be, which
 * then covers some of the next part; in minor units, 0 where the whole order is too small for any card.
 */
export function firstChargeOf(amountMinor: bigint, limits: CardFacts['limits']): bigint {
  const first = chargeable(downPaymentOf(amountMinor), limits)
  if (first > 0n) return first
  const smallest = ((limits.smallestMinor + limits.stepMinor - 1n) / limits.stepMinor) * limits.stepMinor
  return smallest <= amountMinor ? smallest : 0n
}

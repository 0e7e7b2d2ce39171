import { least } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import { downPaymentOf, leftOf, planAt } from './plan.ts'
import { type CardFacts, type CollectionFacts, chargeable } from './schedule.ts'

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

/** What a customer may choose to pay: the next instalment, all that is overdue, or all. */
export const earlyChoices = ['next', 'overdue', 'all'] as const
export type EarlyChoice = (typeof earlyChoices)[number]

/** How much a customer pays by this choice, in minor units: never more than is collectable; 0 where there is nothing to pay. */
export function earlyAmount(facts: CollectionFacts, choice: EarlyChoice, now: Instant): bigint {
  const open = planAt(facts, now).installments.filter((installment) => leftOf(installment) > 0n)
  const chosen = {
    next: open.slice(0, 1),
    overdue: open.filter(({ status }) => status === 'overdue'),
    all: open,
  }[choice]
  const left = chosen.reduce((sum, installment) => sum + leftOf(installment), 0n)
  return facts.collectableMinor <= 0n ? 0n : chargeable(least(left, facts.collectableMinor), facts.card.limits)
}

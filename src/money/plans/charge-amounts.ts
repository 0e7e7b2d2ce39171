import { least } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { PlanTerms } from '../../platform/merchants/stores/plan-terms.ts'
import { downPaymentOf, leftOf, planAt } from './plan.ts'
import { type CardFacts, type CollectionFacts, chargeable } from './schedule.ts'
import { serviceFeeOf } from './service-fee.ts'

/**
 * Returns the amount to charge at checkout, in minor units: the first part, in the card's steps. If it is too small for
 * a card, the smallest amount that a card can be charged, which covers some of the next part. 0 if the whole order is
 * too small.
 */
export function firstChargeOf(terms: PlanTerms, amountMinor: bigint, limits: CardFacts['limits']): bigint {
  const first = chargeable(downPaymentOf(terms, amountMinor), limits)
  if (first > 0n) return first
  const smallest = ((limits.smallestMinor + limits.stepMinor - 1n) / limits.stepMinor) * limits.stepMinor
  return smallest <= amountMinor + serviceFeeOf(terms, amountMinor) ? smallest : 0n
}

/** The choices of an early payment: the next instalment, all overdue ones, or all. */
export const earlyChoices = ['next', 'overdue', 'all'] as const
export type EarlyChoice = (typeof earlyChoices)[number]

/** Returns the amount of this choice in minor units: at most the collectable amount, 0 if there is nothing to pay. */
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

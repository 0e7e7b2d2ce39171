import { least } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import { leftOf, planAt } from './plan.ts'
import { type CollectionFacts, chargeable } from './schedule.ts'

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

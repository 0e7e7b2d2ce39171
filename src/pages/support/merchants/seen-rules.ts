import type { RuleSet } from '../../../money/risk/rules.ts'

/** By what a form knows the rules that its page has shown. */
export function seenRulesOf({ max_open_exposure, max_orders_per_day, refuse_overdue }: RuleSet): string {
  return [max_open_exposure, max_orders_per_day, refuse_overdue].map((rule) => rule ?? '').join(' ')
}

import type { Settlement } from './settlement.ts'

/**
 * Returns the number of a statement: unique for each store, mode and period of a merchant, and always the same, because
 * code and currency of a store never change. `period`: a day, or a month such as `2026-11`.
 */
export function statementNumberOf(
  { merchantCode, currency, isTest }: Pick<Settlement, 'merchantCode' | 'currency' | 'isTest'>,
  period: string,
): string {
  return `${merchantCode}-${currency}-${period}${isTest ? '-TEST' : ''}`
}

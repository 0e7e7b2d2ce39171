import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { duePayments } from './due-payments.ts'
import { sumUncaptured } from './store/due.ts'

/** Payments of one currency that are authorized and not captured in full. */
export interface Uncaptured {
  readonly currency: Currency
  readonly count: number
  /** What is left to capture of them, in minor units. */
  readonly leftMinor: bigint
  /** When the service captures the first of them by itself; null: none of them. */
  readonly firstDueAt: Instant | null
}

/** Of more nobody is told the exact number here. */
const most = 2_000

/** What the merchant has yet to capture in this mode, by currency, of the 2,000 oldest. `isMore`: there are so many, and there may be more. */
export async function sumUncapturedPayments(
  app: App,
  actor: Actor,
): Promise<{ readonly sums: readonly Uncaptured[]; readonly isMore: boolean }> {
  await settleDueOf(app, duePayments, actor)
  const { merchantId, isTest } = actor
  const rows = await app.db.run(sumUncaptured, { merchantId, isTest, limit: most })
  return {
    isMore: rows.reduce((sum, { count }) => sum + count, 0) >= most,
    sums: rows.map(({ currency, count, left_minor, due_at }) => ({
      currency: currency as Currency,
      count,
      leftMinor: left_minor,
      firstDueAt: due_at,
    })),
  }
}

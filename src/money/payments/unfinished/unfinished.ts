import type { Instant } from '../../../platform/base/times.ts'
import type { TypeOf } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { foundBy } from '../payments-sql.ts'
import { termsFrom } from '../search/store/filling.ts'
import { listUnfinished, listUntidied } from '../store/unfinished.ts'

/** Payments of one merchant that nobody finished, and what they are found by. */
export interface Unfinished {
  readonly merchantId: string
  readonly ids: readonly string[]
  /** In which they were looked at. */
  readonly versions: readonly number[]
  readonly terms: TypeOf<typeof foundBy>
}

/**
 * Lists payments, whosever they are, that were made before this moment, were rejected or have expired, and for which no card was ever charged: at most so
 * many. Those of which notifications are kept are not among them.
 */
export async function listUnfinishedPayments(on: Queryable, before: Instant, limit: number): Promise<Unfinished[]> {
  const rows = await on.run(listUnfinished, { before, limit })
  return [...Map.groupBy(rows, (row) => row.merchant_id)].map(([merchantId, own]) => ({
    merchantId,
    ids: own.map(({ id }) => id),
    versions: own.map(({ version }) => version),
    terms: own.flatMap((row) => {
      const { id: payment_id, is_test, created_at } = row
      return termsFrom(row).map((term) => ({ is_test, term, created_at, payment_id }))
    }),
  }))
}

/** Returns unfinished payments from before this moment whose orders are still whole, by merchant: at most `limit`. */
export async function listUntidiedPayments(
  on: Queryable,
  before: Instant,
  limit: number,
): Promise<{ readonly merchantId: string; readonly ids: readonly string[] }[]> {
  const rows = await on.run(listUntidied, { before, limit })
  return [...Map.groupBy(rows, (row) => row.merchant_id)].map(([merchantId, own]) => ({
    merchantId,
    ids: own.map(({ id }) => id),
  }))
}

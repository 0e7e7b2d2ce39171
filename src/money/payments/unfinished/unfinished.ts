import type { Instant } from '../../../platform/base/times.ts'
import type { TypeOf } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { foundBy } from '../payments-sql.ts'
import { termsFrom } from '../search/store/filling.ts'
import { listUnfinished, listUntidied } from '../store/unfinished.ts'

/** Unfinished payments of one merchant, with their search terms. */
export interface UnfinishedPayments {
  readonly merchantId: string
  readonly ids: readonly string[]
  /** The versions that were read. */
  readonly versions: readonly number[]
  readonly terms: TypeOf<typeof foundBy>
}

/**
 * Lists rejected and expired payments of all merchants that were created before this time and for which no card was
 * charged, at most `limit`. Leaves out payments with stored notifications.
 */
export async function listUnfinishedPayments(
  on: Queryable,
  before: Instant,
  limit: number,
): Promise<UnfinishedPayments[]> {
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

/** Lists unfinished payments created before this time whose orders are complete, by merchant, at most `limit`. */
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

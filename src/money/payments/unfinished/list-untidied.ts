import type { Instant } from '../../../platform/base/times.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { listUntidied } from '../store/unfinished.ts'

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

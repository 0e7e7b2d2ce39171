import type { Queryable } from '../../../platform/db/db.ts'
import { listLargest } from '../store/counting.ts'

/** Lists the merchants that have the most payments, of either mode, and how many all have together: as far as they are counted. */
export async function listLargestMerchants(on: Queryable, limit: number) {
  const rows = await on.run(listLargest, { limit })
  const largest = rows.map(({ merchant_id, payments }) => ({ merchantId: merchant_id, payments }))
  return { largest, total: rows[0]?.total ?? 0n }
}

import type { MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import { codeKeyOf, type Store } from '../merchant.ts'
import { insertStores, rowOf } from './store.ts'

/** Stores a merchant's new stores, all or none. */
export async function saveStores(
  on: Queryable,
  merchantId: MerchantId,
  stores: readonly Store[],
  createdAt: Instant,
): Promise<void> {
  const rows = stores.map((store) => ({
    ...rowOf(store),
    merchant_id: merchantId,
    code_key: codeKeyOf(store.merchantCode),
    created_at: createdAt,
  }))
  await on.run(insertStores, { stores: rows })
}

import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newSecretId, nilId } from '../../platform/base/ids.ts'
import { listUnsealedMerchants } from './store.ts'

/** Merchants with entries that are not sealed yet, at most so many, from any of them on: none is always the last. */
export async function listUnsealed(app: App, limit: number): Promise<MerchantId[]> {
  const later = await app.db.run(listUnsealedMerchants, { from: newSecretId(), limit })
  if (later.length === limit) return later.map((row) => row.merchant_id)
  const all = await app.db.run(listUnsealedMerchants, { from: nilId, limit })
  return all.map((row) => row.merchant_id)
}

import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { listKeyRows } from './store.ts'

/** A merchant's keys, oldest first: their kind, mode and last four characters, never the keys themselves. */
export async function listKeys(app: App, merchantId: MerchantId) {
  const keys = await app.db.run(listKeyRows, { merchantId })
  return keys.map((key) => ({
    id: key.id,
    kind: key.kind,
    isTest: key.is_test,
    lastFour: key.last_four,
    createdAt: key.created_at,
    revokedAt: key.revoked_at,
  }))
}

import type { App } from '../../app/app.ts'
import type { MerchantId, StoreId } from '../../base/ids.ts'
import { listSigningSecretsOfMerchant } from '../store/signing-secrets.ts'
import type { SigningSecret } from './list-signing-secrets.ts'

/** The secrets that are in use, by the store whose events they sign; stores without any are not there. */
export async function listMerchantSecrets(
  app: App,
  merchantId: MerchantId,
): Promise<ReadonlyMap<StoreId, readonly SigningSecret[]>> {
  const rows = await app.db.run(listSigningSecretsOfMerchant, { merchantId, at: app.clock.now() })
  const byStore = Map.groupBy(rows, ({ store_id }) => store_id)
  return new Map(
    [...byStore].map(([store, secrets]) => [
      store,
      secrets.map(({ id, created_at, expires_at }) => ({ id, createdAt: created_at, expiresAt: expires_at })),
    ]),
  )
}

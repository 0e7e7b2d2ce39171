import type { App } from '../../app/app.ts'
import type { KeyId, MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { KeyKind } from './key.ts'
import { type KeyPermission, permissionsOf } from './permissions.ts'
import { listKeyRows } from './store.ts'

/** What is known of a key, which is everything but the key. */
export interface ListedKey {
  readonly id: KeyId
  /** What somebody called it; empty where nobody did. */
  readonly name: string
  readonly kind: KeyKind
  readonly isTest: boolean
  /** What a secret key may do; of a public key empty. */
  readonly permissions: readonly KeyPermission[]
  readonly lastFour: string
  readonly createdAt: Instant
  /** Null where it was never used, or not since this is noted. */
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

/**
 * Returns a merchant's keys, oldest first: name, kind, mode, permissions, last four characters, and the minute of the last use; never the keys
 * themselves.
 */
export async function listKeys(app: App, merchantId: MerchantId): Promise<ListedKey[]> {
  const keys = await app.db.run(listKeyRows, { merchantId })
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    kind: key.kind as KeyKind,
    isTest: key.is_test,
    permissions: key.kind === 'secret' ? permissionsOf(key.permissions) : [],
    lastFour: key.last_four,
    createdAt: key.created_at,
    lastUsedAt: key.last_used_at,
    revokedAt: key.revoked_at,
  }))
}

import type { App } from '../../app/app.ts'
import { type KeyId, type MerchantId, newOrderedId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable, WithChange } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import { hashKey, type KeyKind, type KeyPermission, permissionsOf } from './key.ts'
import { forgetKeysOf } from './known-keys.ts'
import { insertKey, listKeyRows, revokeKeyRow } from './store.ts'

export interface NewKey {
  readonly kind: KeyKind
  readonly isTest: boolean
  readonly key: string
  /** Null: all permissions, also those of later versions. */
  readonly permissions?: readonly KeyPermission[] | null
  /** Empty: none. */
  readonly name?: string
  readonly id?: KeyId
  readonly createdAt: Instant
}

/**
 * Stores a merchant's key by its hash and returns its id. Returns undefined and stores nothing if the merchant has a
 * key of that id.
 */
export async function saveKey(
  on: Queryable,
  merchantId: MerchantId,
  { key, permissions = null, name = '', id = newOrderedId(), ...rest }: NewKey,
): Promise<KeyId | undefined> {
  const kept = { hash: hashKey(key), lastFour: key.slice(-4) }
  const [row] = await on.run(insertKey, { merchantId, id, permissions, name, ...kept, ...rest })
  return row?.id
}

/** A stored key, without the key itself. */
export interface KeyRow {
  readonly id: KeyId
  /** Empty without a name. */
  readonly name: string
  readonly kind: KeyKind
  readonly isTest: boolean
  /** Permissions of a secret key; empty for a public key. */
  readonly permissions: readonly KeyPermission[]
  readonly lastFour: string
  readonly createdAt: Instant
  /** Null if the key was never used since uses are stored. */
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

/**
 * Returns a merchant's keys, oldest first: name, kind, mode, permissions, last four characters, and the minute of
 * the last use. Never returns the keys themselves.
 */
export async function listKeys(app: App, merchantId: MerchantId): Promise<KeyRow[]> {
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

/**
 * Revokes a key: at once in this process, within two seconds in every other. A second call changes nothing. `also`:
 * extra writes in the same transaction. Refuses an unknown key.
 */
export async function revokeKey(app: App, merchantId: MerchantId, id: KeyId, also?: WithChange): Promise<void> {
  await app.db.transaction(async (tx) => {
    const revoked = await tx.run(revokeKeyRow, { merchantId, id, now: app.clock.now() })
    if (revoked.length === 0) throw refusals.noSuchKey()
    await also?.(tx)
  })
  await forgetKeysOf(app, merchantId)
}

import { type KeyId, type MerchantId, newOrderedId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import { hashKey, type KeyKind } from './key.ts'
import type { KeyPermission } from './permissions.ts'
import { insertKey } from './store.ts'

export interface NewKey {
  readonly kind: KeyKind
  readonly isTest: boolean
  readonly key: string
  /** Null: all, also those of later versions. */
  readonly permissions?: readonly KeyPermission[] | null
  /** Empty: none. */
  readonly name?: string
  readonly id?: KeyId
  readonly createdAt: Instant
}

/** Stores a merchant's key by its hash and answers its id; undefined, and nothing stored, where the merchant has one of that id. */
export async function saveKey(
  on: Queryable,
  merchantId: MerchantId,
  { key, permissions = null, name = '', id = newOrderedId(), ...rest }: NewKey,
): Promise<KeyId | undefined> {
  const kept = { hash: hashKey(key), lastFour: key.slice(-4) }
  const [row] = await on.run(insertKey, { merchantId, id, permissions, name, ...kept, ...rest })
  return row?.id
}

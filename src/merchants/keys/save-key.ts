import type { MerchantId } from '../../base/ids.ts'
import { newOrderedId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import { hashKey, type KeyKind } from './key.ts'
import { insertKey } from './store.ts'

/** Stores a merchant's key by its hash and answers its id. */
export async function saveKey(
  on: Queryable,
  merchantId: MerchantId,
  kind: KeyKind,
  isTest: boolean,
  key: string,
  createdAt: Instant,
): Promise<string> {
  const id = newOrderedId()
  const kept = { hash: hashKey(key), lastFour: key.slice(-4) }
  await on.run(insertKey, { merchantId, id, kind, isTest, ...kept, createdAt })
  return id
}

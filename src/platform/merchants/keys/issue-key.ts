import type { App } from '../../app/app.ts'
import type { KeyId, MerchantId } from '../../base/ids.ts'
import { isOneLine } from '../../base/texts.ts'
import type { WithChange } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import { findMerchant } from '../store.ts'
import { type KeyKind, type KeyPermission, maxKeyName, newKey, readPermissions } from './key.ts'
import { saveKey } from './keys.ts'

export interface KeyRequest {
  readonly kind: KeyKind
  readonly isTest: boolean
  /** Permissions of a secret key, at least one; absent: all. A public key has none. */
  readonly permissions?: readonly KeyPermission[]
  /** One line of at most 60 characters. */
  readonly name?: string
  /** Makes a repeated request harmless: a second request with the same id is refused. Absent: a new id. */
  readonly id?: KeyId
}

export interface IssuedKey {
  readonly id: KeyId
  readonly key: string
}

/**
 * Issues a new key and returns it in clear, this one time. The merchant's other keys stay. `also`: extra writes in
 * the same transaction. Refuses an unknown merchant, a name that is too long or not one line, an empty or unknown
 * list of permissions, permissions of a public key, and an id that a key already has.
 */
export async function issueKey(
  app: App,
  merchantId: MerchantId,
  { kind, isTest, permissions, name = '', id }: KeyRequest,
  also?: WithChange<[issued: IssuedKey]>,
): Promise<IssuedKey> {
  if (name.length > maxKeyName || !isOneLine(name)) throw refusals.wrongKeyName()
  if (permissions !== undefined) {
    if (kind === 'public') throw refusals.publicKeyPermissions()
    if (readPermissions(permissions) === undefined) throw refusals.wrongPermissions()
  }
  const [merchant] = await app.db.run(findMerchant, { merchantId })
  if (merchant === undefined) throw refusals.noSuchMerchant()
  const key = newKey(kind, isTest)
  const createdAt = app.clock.now()
  const newKeyRow = {
    kind,
    isTest,
    permissions: permissions ?? null,
    key,
    name,
    createdAt,
    ...(id !== undefined && { id }),
  }
  return app.db.transaction(async (tx) => {
    const saved = await saveKey(tx, merchantId, newKeyRow)
    if (saved === undefined) throw refusals.keyThere()
    const issued = { id: saved, key }
    await also?.(tx, issued)
    return issued
  })
}

import type { App } from '../../app/app.ts'
import type { KeyId, MerchantId } from '../../base/ids.ts'
import { isOneLine } from '../../base/one-line.ts'
import type { WithChange } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import { findMerchant } from '../store.ts'
import { type KeyKind, maxKeyName, newKey } from './key.ts'
import { type KeyPermission, readPermissions } from './permissions.ts'
import { saveKey } from './save-key.ts'

export interface WantedKey {
  readonly kind: KeyKind
  readonly isTest: boolean
  /** What a secret key may do, at least one; absent: everything. A public key has none. */
  readonly permissions?: readonly KeyPermission[]
  /** Whatever tells it from others: one line of at most 60 characters. */
  readonly name?: string
  /** By which it is made once, however often it is asked for; absent: every time. */
  readonly id?: KeyId
}

export interface IssuedKey {
  readonly id: KeyId
  readonly key: string
}

/**
 * A new key for a merchant, in clear: it is shown this once. The merchant's other keys stay. `also`: what stands or falls with it, in its
 * transaction. Refuses an unknown merchant, a name that is too long or no line of text, an empty or unknown list of permissions, permissions
 * of a public key, and an id that a key has already.
 */
export async function issueKey(
  app: App,
  merchantId: MerchantId,
  { kind, isTest, permissions, name = '', id }: WantedKey,
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
  const wanted = {
    kind,
    isTest,
    permissions: permissions ?? null,
    key,
    name,
    createdAt,
    ...(id !== undefined && { id }),
  }
  return app.db.transaction(async (tx) => {
    const saved = await saveKey(tx, merchantId, wanted)
    if (saved === undefined) throw refusals.keyThere()
    const issued = { id: saved, key }
    await also?.(tx, issued)
    return issued
  })
}

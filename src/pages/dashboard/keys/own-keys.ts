import { type KeyPermission, permissions } from '../../../platform/merchants/keys/key.ts'
import { type KeyRow, listKeys } from '../../../platform/merchants/keys/keys.ts'
import { issuablePermissions } from '../../../platform/people/roles.ts'
import type { Fields, Visit } from '../page.ts'

/** Returns the merchant's keys of the visit's mode, newest first. */
export async function listOwnKeys({ app, session, isTest }: Visit): Promise<readonly KeyRow[]> {
  const all = await listKeys(app, session.merchantId)
  return all.filter((key) => key.isTest === isTest).reverse()
}

/** Returns a key's prefix and its last four characters. The service stores no more. */
export function maskedKey({ kind, isTest, lastFour }: KeyRow): string {
  return `${kind === 'secret' ? 'sk' : 'pk'}_${isTest ? 'test_' : ''}…${lastFour}`
}

/** Returns the name of a permission's checkbox. Names differ, because the proof page repeats fields by name. */
export function boxOf(permission: KeyPermission): string {
  return `may_${permission}`
}

/** Returns the permissions that were ticked. */
export function chosenPermissions(fields: Fields): readonly KeyPermission[] {
  return permissions.filter((permission) => fields[boxOf(permission)] !== undefined)
}

/** Returns the permissions that the signed-in person may give to a secret key of this mode. */
export function offeredPermissions({ session, mode }: Visit): readonly KeyPermission[] {
  return issuablePermissions(session.role, mode)
}

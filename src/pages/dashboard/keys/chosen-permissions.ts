import { type KeyPermission, permissions } from '../../../platform/merchants/keys/key.ts'
import { issuablePermissions } from '../../../platform/people/roles.ts'
import type { Fields, Visit } from '../page.ts'

/** Returns the name of a permission's checkbox. Each has its own name, because the page that asks for the password repeats fields by name. */
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

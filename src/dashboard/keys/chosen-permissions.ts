import { type Permission, permissions } from '../../merchants/keys/permissions.ts'
import { issuablePermissions } from '../../people/roles.ts'
import type { Fields, Visit } from '../page.ts'

/** Returns the name of the form's box of a permission: one for each, so that the page that asks for the password carries them along. */
export function boxOf(permission: Permission): string {
  return `may_${permission}`
}

/** Returns the permissions that were ticked. */
export function chosenPermissions(fields: Fields): readonly Permission[] {
  return permissions.filter((permission) => fields[boxOf(permission)] !== undefined)
}

/** Returns what a secret key of this mode may be given by whoever is signed in. */
export function offeredPermissions({ session, mode }: Visit): readonly Permission[] {
  return issuablePermissions(session.role, mode)
}

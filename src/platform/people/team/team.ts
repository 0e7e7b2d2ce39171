import type { PersonId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import { refusals } from '../refusals.ts'
import type { Role } from '../roles.ts'

export interface TeamRole {
  readonly personId: PersonId
  readonly email: string
  readonly role: Role
}

/** Somebody of a merchant's, as a team is shown. */
export interface Member extends TeamRole {
  readonly since: Instant
  readonly hasSecondFactor: boolean
  /** When they were last at this merchant's dashboard, of sessions that are still kept; null where there is none. */
  readonly seenAt: Instant | null
}

/** The member that is meant. Refuses with 404 who is none. */
export function memberOf(members: readonly TeamRole[], personId: PersonId): TeamRole {
  const member = members.find((one) => one.personId === personId)
  if (member === undefined) throw refusals.noSuchMember()
  return member
}

/** Refuses to let the last admin go, or be something else: nobody could invite one any more. */
export function requireAdminWithout(members: readonly TeamRole[], personId: PersonId): void {
  const isAdminLeft = members.some((one) => one.personId !== personId && one.role === 'admin')
  if (!isAdminLeft) throw refusals.lastAdmin()
}

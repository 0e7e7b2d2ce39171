import type { App } from '../app/app.ts'
import { allMerchants, type MerchantId, type PersonId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import { recordActivity } from './activities/activities.ts'
import { isOperator, type TeamChanger } from './invitations/invitation.ts'
import { refusals } from './refusals.ts'
import type { Role } from './roles.ts'
import {
  deleteMembership,
  deletePersonOfNobody,
  endSessionsFor,
  listMembers,
  lockMembers,
  setRole,
} from './store/memberships.ts'

export interface TeamRole {
  readonly personId: PersonId
  readonly email: string
  readonly role: Role
}

/** A member of a team, as the page shows it. */
export interface Member extends TeamRole {
  /** The name that the person chose; null without one. */
  readonly name: string | null
  readonly since: Instant
  readonly hasSecondFactor: boolean
  /** The last use of this merchant's dashboard, by stored sessions; null without one. */
  readonly lastSeenAt: Instant | null
}

/** Returns the member. Refuses with 404 another person. */
export function memberOf(members: readonly TeamRole[], personId: PersonId): TeamRole {
  const member = members.find((one) => one.personId === personId)
  if (member === undefined) throw refusals.noSuchMember()
  return member
}

/** Refuses a change that leaves no admin: nobody could invite one. */
export function requireAdminWithout(members: readonly TeamRole[], personId: PersonId): void {
  const isAdminLeft = members.some((one) => one.personId !== personId && one.role === 'admin')
  if (!isAdminLeft) throw refusals.lastAdmin()
}

/**
 * Locks the merchant's members until the transaction ends, and returns them. Refuses a changer who is no admin now.
 * `themselves`: the person of the change, who may make it without being an admin.
 */
export async function requireAdmin(tx: Tx, changer: TeamChanger, themselves?: PersonId): Promise<readonly TeamRole[]> {
  const rows = await tx.run(lockMembers, { merchantId: changer.merchantId, allMerchants })
  const members = rows.map(({ person_id, email, role }) => ({
    personId: person_id,
    email,
    role: role as TeamRole['role'],
  }))
  const isAdmin = members.some(({ personId, role }) => personId === changer.personId && role === 'admin')
  if (!isAdmin && !isOperator(changer) && changer.personId !== themselves) throw refusals.noAdmin()
  return members
}

/** Returns the members of a merchant's team, by e-mail. */
export async function listTeam(app: App, merchantId: MerchantId): Promise<Member[]> {
  const rows = await app.db.run(listMembers, { merchantId, allMerchants })
  return rows.map((row) => ({
    personId: row.person_id,
    email: row.email,
    role: row.role as Role,
    since: row.created_at,
    name: row.name,
    hasSecondFactor: row.has_second_factor,
    lastSeenAt: row.seen_at,
  }))
}

/**
 * Gives a member another role, from the next request on. Refuses a changer who is no admin, a person who is no member,
 * and a change of the last admin's role.
 */
export async function changeRole(app: App, changer: TeamChanger, personId: PersonId, role: Role): Promise<void> {
  await app.db.transaction(async (tx) => {
    const members = await requireAdmin(tx, changer)
    const { email, role: before } = memberOf(members, personId)
    if (before === role) return
    if (before === 'admin') requireAdminWithout(members, personId)
    await tx.run(setRole, { merchantId: changer.merchantId, personId, role })
    const details = { email, before, role }
    await recordActivity(app, changer, { what: 'change_role', onKind: 'person', onId: personId, details }, tx)
  })
}

/**
 * Removes a member from the merchant's team and ends the sessions for this merchant, at once. A person without another
 * merchant is deleted, with password and second factor; the activities stay. Members may remove themselves.
 * Refuses to remove another person without being an admin, a person who is no member, and the last admin.
 */
export async function removeMember(app: App, changer: TeamChanger, personId: PersonId): Promise<void> {
  const { merchantId } = changer
  await app.db.transaction(async (tx) => {
    const members = await requireAdmin(tx, changer, personId)
    const { email, role } = memberOf(members, personId)
    if (role === 'admin') requireAdminWithout(members, personId)
    await tx.run(deleteMembership, { merchantId, personId })
    await tx.run(endSessionsFor, { merchantId, personId, allMerchants })
    await tx.run(deletePersonOfNobody, { merchantId: allMerchants, personId })
    const details = { email, role }
    await recordActivity(app, changer, { what: 'remove_member', onKind: 'person', onId: personId, details }, tx)
  })
}

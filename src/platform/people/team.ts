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

/**
 * The merchant's people, whom nobody else changes until the transaction ends. Refuses who is no admin of the merchant at this moment, whatever
 * they were when their page was drawn; `themselves` is somebody who may do to themselves what is done.
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

/** A merchant's people by their e-mail. */
export async function listTeam(app: App, merchantId: MerchantId): Promise<Member[]> {
  const rows = await app.db.run(listMembers, { merchantId, allMerchants })
  return rows.map((row) => ({
    personId: row.person_id,
    email: row.email,
    role: row.role as Role,
    since: row.created_at,
    hasSecondFactor: row.has_second_factor,
    seenAt: row.seen_at,
  }))
}

/** Gives a member another role, which holds from their next request on. Refuses who is no admin, who is no member, and to take the last admin's. */
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
 * Takes somebody out of the merchant's team, at once: what they have open of it ends. Who works for no other merchant is removed with password
 * and second factor; what they did stays written down. Anybody may go. Refuses who is no admin and removes another, who is no member, and
 * the last admin.
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

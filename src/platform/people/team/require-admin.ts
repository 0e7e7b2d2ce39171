import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { Tx } from '../../db/db.ts'
import { isOperator, type TeamChanger } from '../invitations/invitation.ts'
import { refusals } from '../refusals.ts'
import { lockMembers } from '../store/memberships.ts'
import type { TeamRole } from './team.ts'

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

import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import type { TeamChanger } from '../invitations/invitation.ts'
import { deleteMembership, deletePersonOfNobody, endSessionsFor } from '../store/memberships.ts'
import { requireAdmin } from './require-admin.ts'
import { memberOf, requireAdminWithout } from './team.ts'

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

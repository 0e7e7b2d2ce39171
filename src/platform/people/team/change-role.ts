import type { App } from '../../app/app.ts'
import type { PersonId } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import type { TeamChanger } from '../invitations/invitation.ts'
import type { Role } from '../roles.ts'
import { setRole } from '../store/memberships.ts'
import { requireAdmin } from './require-admin.ts'
import { memberOf, requireAdminWithout } from './team.ts'

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

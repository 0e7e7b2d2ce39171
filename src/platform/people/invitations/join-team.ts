import type { App } from '../../app/app.ts'
import type { Tx } from '../../db/db.ts'
import { type Doer, recordActivity } from '../activities/record-activity.ts'
import { refusals } from '../refusals.ts'
import { endAdminRequests } from '../store/admin-requests.ts'
import { useInvitation } from '../store/invitations.ts'
import { insertMembership } from '../store/memberships.ts'
import type { Invitation } from './invitation.ts'

/** Uses the invitation up for a person: of two who do so at once, one comes in. Refuses one that is not open any more. */
export async function joinTeam(app: App, tx: Tx, doer: Doer, invitation: Invitation): Promise<void> {
  const { merchantId, id, role = null } = invitation
  const now = app.clock.now()
  const used = await tx.run(useInvitation, { merchantId, id, now })
  if (used.length === 0) throw refusals.noSuchInvitation()
  if (role !== null) await tx.run(insertMembership, { merchantId, personId: doer.personId, role, now })
  // Support invites the first admin only: its other requests and invitations end now.
  if (role === 'admin') await tx.run(endAdminRequests, { merchantId, now })
  const activity = { what: 'accept_invitation', onKind: 'invitation', onId: id, details: { role } } as const
  await recordActivity(app, { ...doer, merchantId }, activity, tx)
}

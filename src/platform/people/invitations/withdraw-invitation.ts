import type { App } from '../../app/app.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { refusals } from '../refusals.ts'
import { withdrawInvitation as withdraw } from '../store/invitations.ts'
import { requireAdmin } from '../team/require-admin.ts'
import type { TeamChanger } from './invitation.ts'

/** Makes an invitation's link useless. Refuses who is no admin, and one that is not open. */
export async function withdrawInvitation(app: App, changer: TeamChanger, id: string): Promise<void> {
  const { merchantId, backOffice } = changer
  await app.db.transaction(async (tx) => {
    if (backOffice === 'dashboard') await requireAdmin(tx, changer)
    const [withdrawn] = await tx.run(withdraw, { merchantId, id, now: app.clock.now() })
    if (withdrawn === undefined) throw refusals.noSuchInvitation()
    const details = { email: withdrawn.email }
    await recordActivity(app, changer, { what: 'withdraw_invitation', onKind: 'invitation', onId: id, details }, tx)
  })
}

import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { invitationRules } from '../invitations/invitation.ts'
import { deleteOldAdminRequests } from '../store/admin-requests.ts'
import { deleteOldTries } from '../store/failures.ts'
import { deleteOldInvitations } from '../store/invitations.ts'
import { deleteOldChallenges } from '../store/passkeys.ts'
import { sessionsOf } from '../store/sessions.ts'

const most = 500

/**
 * Removes a batch of ended sessions, invitations and admin requests, and of old sign-in attempts and challenges. Returns
 * how many.
 */
export async function removeOldSessions(app: App): Promise<number> {
  const over = { merchantId: allMerchants, now: app.clock.now(), most }
  const removed = await Promise.all([
    app.db.run(sessionsOf.dashboard.removeOld, over),
    app.db.run(sessionsOf.support.removeOld, over),
    app.db.run(deleteOldTries, over),
    app.db.run(deleteOldChallenges, over),
    app.db.run(deleteOldInvitations, { before: over.now - invitationRules.lifetimeMs, most }),
    // A request stays stored as long as its invitation may be open.
    app.db.run(deleteOldAdminRequests, { before: over.now - invitationRules.lifetimeMs, most }),
  ])
  return removed.flat().length
}

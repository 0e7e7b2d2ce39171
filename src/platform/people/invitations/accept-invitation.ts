import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { refusals } from '../refusals.ts'
import { hashOf, newToken } from '../sessions/cookies.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { switchMerchant } from '../store/memberships.ts'
import type { Invitation } from './invitation.ts'
import { joinTeam } from './join-team.ts'

/**
 * Takes the invitation as who is signed in: the session goes on for its merchant, under a token that nobody had, which is answered; at support's
 * back office there is none. Refuses whoever it is not for, and one that was used meanwhile.
 */
export async function acceptInvitation(
  app: App,
  session: BackOfficeSession,
  invitation: Invitation,
): Promise<string | undefined> {
  const { merchantId, backOffice, email } = invitation
  const { personId, sessionId: id } = session
  if (session.backOffice !== backOffice || session.email !== email) throw refusals.notInvited()
  const token = backOffice === 'dashboard' ? newToken() : undefined
  await app.db.transaction(async (tx) => {
    await joinTeam(app, tx, session, invitation)
    if (token === undefined) return
    await tx.run(switchMerchant, { merchantId, allMerchants, id, personId, newHash: hashOf(token) })
  })
  return token
}

import type { App } from '../../app/app.ts'
import { allMerchants, newSecretId } from '../../base/ids.ts'
import type { Tx } from '../../db/db.ts'
import { type Doer, recordActivity } from '../activities/activities.ts'
import { hashPassword } from '../passwords/password.ts'
import { type PasswordProblem, problemOf } from '../passwords/password-rules.ts'
import { refusals } from '../refusals.ts'
import { stageAfterPassword } from '../second-factor/second-factor.ts'
import { hashOf, newToken } from '../sessions/cookies.ts'
import type { BackOfficeSession, Stage } from '../sessions/session.ts'
import { openSession } from '../sessions/sessions.ts'
import type { Entrance } from '../sign-in/enter-back-office.ts'
import { endAdminRequests } from '../store/admin-requests.ts'
import { useInvitation } from '../store/invitations.ts'
import { insertMembership, switchMerchant } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'
import type { Invitation } from './invitation.ts'

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

export interface Newcomer extends Entrance {
  /** Null for who is vouched for elsewhere. */
  readonly password: string | null
}

/**
 * Makes the person whom an invitation is for, with a password of their own, and signs them in. Answers the token of the session and what it
 * waits for, or what is wrong with the password. Refuses where somebody has the e-mail already: who that is signs in and accepts.
 */
export async function enterByInvitation(
  app: App,
  invitation: Invitation,
  newcomer: Newcomer,
): Promise<{ readonly token: string; readonly stage: Stage } | PasswordProblem> {
  const { backOffice, email, merchantId } = invitation
  const { password, lang = null, address, userAgent, requestId, provedAt } = newcomer
  const problem = password === null ? undefined : problemOf(password, email)
  if (problem !== undefined) return problem
  const passwordHash = password === null ? null : await hashPassword(password)
  const personId = newSecretId()
  await app.db.transaction(async (tx) => {
    const person = { merchantId: allMerchants, id: personId, email, passwordHash, lang, now: app.clock.now() }
    // Anybody may invite anybody in a sandbox: nobody who comes in there stays in production.
    const origin = app.config.mode === 'sandbox' ? 'sandbox' : 'invited'
    const made = await tx.run(peopleOf[backOffice].insert, { ...person, origin })
    if (made.length === 0) throw refusals.notInvited()
    await joinTeam(app, tx, { backOffice, personId, email, address, requestId }, invitation)
  })
  const stage = stageAfterPassword(backOffice, app.config, false)
  const actsFor = backOffice === 'dashboard' ? merchantId : null
  return {
    token: await openSession(app, backOffice, { personId, stage, actsFor, address, userAgent, provedAt }),
    stage,
  }
}

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

import type { App } from '../../app/app.ts'
import { allMerchants, newSecretId } from '../../base/ids.ts'
import type { Tx } from '../../db/db.ts'
import { type ActivityAuthor, recordActivity } from '../activities/activities.ts'
import { type NameProblem, nameProblemOf, parseName } from '../names.ts'
import { hashPassword } from '../passwords/password.ts'
import { type PasswordProblem, problemOf } from '../passwords/password-rules.ts'
import { refusals } from '../refusals.ts'
import { stageAfterPassword } from '../second-factor/second-factor.ts'
import { hashOf, newToken } from '../sessions/cookies.ts'
import type { BackOfficeSession, Stage } from '../sessions/session.ts'
import { openSession } from '../sessions/sessions.ts'
import type { SignInContext } from '../sign-in/enter-back-office.ts'
import { endAdminRequests } from '../store/admin-requests.ts'
import { useInvitation } from '../store/invitations.ts'
import { insertMembership, switchMerchant } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'
import type { Invitation } from './invitation.ts'

/**
 * Accepts an invitation as the signed-in person. The session continues for the invitation's merchant, with a new token.
 * Returns the token; undefined in support, where the token stays. Refuses another person's invitation, and a used one.
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

/** What is wrong with the input of a newcomer. */
export interface JoinProblem {
  readonly password?: PasswordProblem
  readonly name?: NameProblem
}

export interface Newcomer extends SignInContext {
  /** Null for a person who signs in by single sign-on. */
  readonly password: string | null
  /** The typed name; absent or empty: none. */
  readonly name?: string
}

/**
 * Accepts an invitation as a new person: saves the person with a password, and signs in. Returns the session's token
 * and stage, or the problem of the password or the name. Refuses a known e-mail: that person signs in and accepts.
 */
export async function enterByInvitation(
  app: App,
  invitation: Invitation,
  newcomer: Newcomer,
): Promise<{ readonly token: string; readonly stage: Stage } | JoinProblem> {
  const { backOffice, email, merchantId } = invitation
  const { password, lang = null, address, userAgent, requestId, provedAt } = newcomer
  const problem = password === null ? undefined : problemOf(password, email)
  if (problem !== undefined) return { password: problem }
  const name = parseName(newcomer.name ?? '')
  const nameProblem = name === '' ? undefined : nameProblemOf(name)
  if (nameProblem !== undefined) return { name: nameProblem }
  const passwordHash = password === null ? null : await hashPassword(password)
  const personId = newSecretId()
  await app.db.transaction(async (tx) => {
    const person = { merchantId: allMerchants, id: personId, email, passwordHash, lang, now: app.clock.now() }
    // Any visitor of a sandbox may invite. Production removes people who came in a sandbox.
    const origin = app.config.mode === 'sandbox' ? 'sandbox' : 'invited'
    const made = await tx.run(peopleOf[backOffice].insert, { ...person, origin })
    if (made.length === 0) throw refusals.notInvited()
    if (name !== '') await tx.run(peopleOf[backOffice].setName, { merchantId: allMerchants, id: personId, name })
    await joinTeam(app, tx, { backOffice, personId, email, address, requestId }, invitation)
  })
  const stage = stageAfterPassword(backOffice, app.config, false)
  const actsFor = backOffice === 'dashboard' ? merchantId : null
  return {
    token: await openSession(app, backOffice, { personId, stage, actsFor, address, userAgent, provedAt }),
    stage,
  }
}

/** Uses an invitation once, also under concurrency, and adds the membership. Refuses one that is not open. */
export async function joinTeam(app: App, tx: Tx, author: ActivityAuthor, invitation: Invitation): Promise<void> {
  const { merchantId, id, role = null } = invitation
  const now = app.clock.now()
  const used = await tx.run(useInvitation, { merchantId, id, now })
  if (used.length === 0) throw refusals.noSuchInvitation()
  if (role !== null) await tx.run(insertMembership, { merchantId, personId: author.personId, role, now })
  // Support invites the first admin only: its other requests and invitations end now.
  if (role === 'admin') await tx.run(endAdminRequests, { merchantId, now })
  const activity = { what: 'accept_invitation', onKind: 'invitation', onId: id, details: { role } } as const
  await recordActivity(app, { ...author, merchantId }, activity, tx)
}

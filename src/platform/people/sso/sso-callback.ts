import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { pathOf } from '../back-office.ts'
import { enterByInvitation } from '../invitations/accept-invitation.ts'
import { findInvitation } from '../invitations/invitations.ts'
import type { BackOfficeSession, Stage } from '../sessions/session.ts'
import { enterBackOffice, type SignInContext } from '../sign-in/enter-back-office.ts'
import { peopleOf } from '../store/people.ts'
import { sessionsOf } from '../store/sessions.ts'
import { readClaims } from './read-claims.ts'
import type { SsoJourney } from './sso-journey.ts'

/** The token and stage of a new session, and the next address. */
export interface SsoSignIn {
  readonly token: string
  readonly stage: Stage
  readonly next: string
}

/**
 * Signs in the person of the provider's verified e-mail. It replaces the password; the second factor follows as usual.
 * A new person joins by an invitation for that e-mail. `failed`: the answer does not belong to this journey. `unknown`:
 * no person has that e-mail.
 */
export async function signInBySso(
  app: App,
  journey: SsoJourney,
  callback: URL,
  from: Omit<SignInContext, 'provedAt'>,
): Promise<SsoSignIn | 'failed' | 'unknown' | 'no_merchant'> {
  const { backOffice } = journey
  const claims = await readClaims(app, journey, callback)
  if (claims === undefined) return 'failed'
  const { email } = claims
  // Without `auth_time` the provider may have signed the person in long ago: that proves nothing for important steps.
  const context: SignInContext = { ...from, provedAt: claims.provedAt ?? 0 }
  const [person] = await app.db.run(peopleOf[backOffice].findByEmail, { merchantId: allMerchants, email })
  if (person !== undefined) {
    const entered = await enterBackOffice(app, backOffice, person, context)
    return typeof entered === 'string' ? entered : { ...entered, next: journey.next }
  }
  const token = new URL(journey.next, callback).searchParams.get('token')
  const invitation = token === null ? undefined : await findInvitation(app, backOffice, token)
  if (invitation?.email !== email) return 'unknown'
  const entered = await enterByInvitation(app, invitation, { ...context, password: null })
  // The invitation is used: its page shows nothing any more.
  return 'token' in entered ? { ...entered, next: pathOf[backOffice] } : 'failed'
}

/**
 * Saves in the session that the person signed in again at the provider. Returns false if the provider did not ask
 * again, names another person, or another session started the journey.
 */
export async function proveBySso(
  app: App,
  session: BackOfficeSession | undefined,
  journey: SsoJourney,
  callback: URL,
): Promise<boolean> {
  const claims = await readClaims(app, journey, callback)
  if (claims?.provedAt === undefined || session === undefined) return false
  if (session.sessionId !== journey.again || session.email !== claims.email) return false
  const key = { merchantId: allMerchants, tokenHash: session.hash }
  await app.db.run(sessionsOf[session.backOffice].prove, { ...key, now: claims.provedAt })
  return true
}

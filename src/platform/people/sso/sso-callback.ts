import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { pathOf } from '../back-office.ts'
import { enterByInvitation } from '../invitations/accept-invitation.ts'
import { findInvitation } from '../invitations/invitations.ts'
import type { BackOfficeSession, Stage } from '../sessions/session.ts'
import { type Entrance, enterBackOffice } from '../sign-in/enter-back-office.ts'
import { peopleOf } from '../store/people.ts'
import { sessionsOf } from '../store/sessions.ts'
import { readClaims } from './read-claims.ts'
import type { SsoJourney } from './sso-journey.ts'

/** The token of a new session, what it waits for, and where it leads. */
export interface EnteredBySso {
  readonly token: string
  readonly stage: Stage
  readonly next: string
}

/**
 * Signs in whom the provider names by a verified e-mail: it stands for the password, and a second factor is asked for as after one. Somebody
 * new comes in by an invitation for that e-mail. `failed`: the provider's answer is not the one to this journey. `unknown`: nobody here has
 * that e-mail.
 */
export async function signInBySso(
  app: App,
  journey: SsoJourney,
  callback: URL,
  from: Omit<Entrance, 'provedAt'>,
): Promise<EnteredBySso | 'failed' | 'unknown' | 'no_merchant'> {
  const { backOffice } = journey
  const claims = await readClaims(app, journey, callback)
  if (claims === undefined) return 'failed'
  const { email } = claims
  // Whoever has been signed in there for long has just proved nothing.
  const entrance: Entrance = { ...from, provedAt: claims.provedAt ?? 0 }
  const [person] = await app.db.run(peopleOf[backOffice].findByEmail, { merchantId: allMerchants, email })
  if (person !== undefined) {
    const entered = await enterBackOffice(app, backOffice, person, entrance)
    return typeof entered === 'string' ? entered : { ...entered, next: journey.next }
  }
  const token = new URL(journey.next, callback).searchParams.get('token')
  const invitation = token === null ? undefined : await findInvitation(app, backOffice, token)
  if (invitation?.email !== email) return 'unknown'
  const entered = await enterByInvitation(app, invitation, { ...entrance, password: null })
  // The invitation is used up: there is nothing to be seen of it any more.
  return typeof entered === 'string' ? 'failed' : { ...entered, next: pathOf[backOffice] }
}

/**
 * Notes that whoever is signed in has just shown to the provider who they are; the session goes on as it is. False where the provider has not
 * asked since, names somebody else, or where another session had set out.
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

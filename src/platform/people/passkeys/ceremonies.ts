import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { peopleOf } from '../store/people.ts'
import { type Ceremony, creationOf, proofOf, signInOf } from './ceremony.ts'
import { type ChallengeHolder, checksPerson, newChallenge } from './challenges.ts'
import type { PasskeySite } from './passkey-site.ts'
import { listPasskeys } from './passkeys.ts'

/** Returns the ceremony of a new passkey for the signed-in person, with a new challenge. */
export async function openCreation(app: App, session: BackOfficeSession, site: PasskeySite): Promise<Ceremony> {
  const { backOffice, personId, email } = session
  const [known, [person], challenge] = await Promise.all([
    listPasskeys(app, session),
    app.db.run(peopleOf[backOffice].find, { merchantId: allMerchants, id: personId }),
    newChallenge(app, session, 'add'),
  ])
  return creationOf(site, challenge, { personId, email, name: person?.name ?? null }, known)
}

/** Returns the ceremony of a sign-in, with a new challenge for this browser. */
export async function openSignIn(app: App, browser: ChallengeHolder, site: PasskeySite): Promise<Ceremony> {
  return signInOf(site, await newChallenge(app, browser, 'sign_in'))
}

/**
 * Returns the ceremony by which the person of the session proves who they are, with a new challenge. Returns undefined
 * if the person has no passkey for this address.
 */
export async function openProofCeremony(
  app: App,
  session: BackOfficeSession,
  site: PasskeySite,
  purpose: 'code' | 'prove',
): Promise<Ceremony | undefined> {
  const known = (await listPasskeys(app, session)).filter(({ rpId }) => rpId === site.rpId)
  return known.length === 0
    ? undefined
    : proofOf(site, await newChallenge(app, session, purpose), known, checksPerson(purpose))
}

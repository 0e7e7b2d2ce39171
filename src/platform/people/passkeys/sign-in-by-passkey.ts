import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { replaceToken } from '../sessions/sessions.ts'
import {
  enterBackOffice,
  type ProvedPerson,
  type SignInContext,
  type SignInOutcome,
} from '../sign-in/enter-back-office.ts'
import { listMemberships } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'
import type { ChallengeHolder } from './challenges.ts'
import { checkPasskey } from './check-passkey.ts'
import type { PasskeySite } from './passkey-site.ts'

/** An answer of a passkey, and the address at which it was made. */
export interface GivenPasskey {
  readonly site: PasskeySite
  /** The answer of the browser, as the form sent it. */
  readonly text: string
}

/**
 * Signs a person in by a passkey alone: it is both factors, because the authenticator checked the person. Refuses a
 * person without a password, whose sign-in is the single sign-on provider's to decide. Refuses with 429 as a code does.
 */
export async function signInByPasskey(
  app: App,
  browser: ChallengeHolder,
  given: GivenPasskey,
  context: SignInContext,
): Promise<SignInOutcome | 'wrong' | 'stale'> {
  const { backOffice } = browser
  const { address, requestId } = context
  let person: ProvedPerson | undefined
  const passkey = await checkPasskey(app, {
    ...{ ...given, holder: browser, purpose: 'sign_in', address },
    async authorOf({ personId }) {
      const [found] = await app.db.run(peopleOf[backOffice].find, { merchantId: allMerchants, id: personId })
      if (found === undefined || found.password_hash === null) return undefined
      person = found
      const [membership] = backOffice === 'dashboard' ? await app.db.run(listMemberships, { personId }) : []
      const merchantId = membership?.merchant_id ?? allMerchants
      return { backOffice, personId, email: found.email, address, requestId, merchantId }
    },
  })
  if (passkey === 'stale') return 'stale'
  app.metrics.happened('sign_ins', passkey === undefined ? 'fail' : 'enter')
  if (passkey === undefined || person === undefined) return 'wrong'
  return enterBackOffice(app, backOffice, person, context, true)
}

/**
 * Completes a sign-in by a passkey of the person, after the password. Returns the session's new token; undefined for a
 * wrong or used answer. Refuses with 429 as a code does.
 */
export async function enterPasskey(
  app: App,
  session: BackOfficeSession,
  given: GivenPasskey,
): Promise<string | 'stale' | undefined> {
  const passkey = await checkOwnPasskey(app, session, given, 'code')
  if (typeof passkey !== 'object') return passkey
  return app.db.transaction(async (tx) => {
    const token = await replaceToken(app, session, tx)
    if (token === undefined) return undefined
    await recordActivity(app, session, { what: 'sign_in', onKind: 'person', onId: session.personId }, tx)
    return token
  })
}

/** Checks an answer of one of the person's own passkeys, as `checkPasskey` does. */
export function checkOwnPasskey(app: App, session: BackOfficeSession, given: GivenPasskey, purpose: 'code' | 'prove') {
  const { personId, address } = session
  const holder = { ...given, holder: session, purpose, address, personId }
  return checkPasskey(app, { ...holder, authorOf: async () => session })
}

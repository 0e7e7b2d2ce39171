import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Lang } from '../../ui/words/lang.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import { hasSecondFactor, stageAfterPassword } from '../second-factor/second-factor.ts'
import type { Stage } from '../sessions/session.ts'
import { openSession } from '../sessions/sessions.ts'
import { listMemberships } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'

/** The request of a person who enters a back office. */
export interface SignInContext {
  /** The language of the request. It is saved if the person has not chosen one. */
  readonly lang: Lang | undefined
  /** The network address of the browser, as limits count it. */
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** When the person gave a password or code; absent: now. */
  readonly provedAt?: Instant
}

/** A person whose identity is proved. */
export interface ProvedPerson {
  readonly id: PersonId
  readonly email: string
  readonly lang: string | null
  readonly sealed_totp_secret: Buffer | null
  readonly has_passkeys: boolean
}

/** The token and stage of a new session. `no_merchant`: the person is a member of no merchant. */
export type SignInOutcome = { readonly token: string; readonly stage: Stage } | 'no_merchant'

/**
 * Opens a session for a person with a right password, with the claims of the single sign-on provider, or with a passkey
 * that is the whole sign-in.
 */
export async function enterBackOffice(
  app: App,
  backOffice: BackOffice,
  person: ProvedPerson,
  context: SignInContext,
  isWholeSignIn = false,
): Promise<SignInOutcome> {
  const { id: personId, email } = person
  const { lang, address, userAgent, requestId, provedAt } = context
  const [membership] = backOffice === 'dashboard' ? await app.db.run(listMemberships, { personId }) : []
  if (backOffice === 'dashboard' && membership === undefined) return 'no_merchant'
  const actsFor = membership?.merchant_id ?? null
  const stage = isWholeSignIn ? 'open' : stageAfterPassword(backOffice, app.config, hasSecondFactor(person))
  const token = await openSession(app, backOffice, { personId, stage, actsFor, address, userAgent, provedAt })
  if (person.lang === null && lang !== undefined) {
    await app.db.run(peopleOf[backOffice].setLang, { merchantId: allMerchants, id: personId, lang })
  }
  if (stage === 'open') {
    const author = { backOffice, personId, email, address, requestId, ...(actsFor !== null && { merchantId: actsFor }) }
    await recordActivity(app, author, { what: 'sign_in', onKind: 'person', onId: personId })
  }
  return { token, stage }
}

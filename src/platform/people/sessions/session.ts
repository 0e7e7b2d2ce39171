import type { Region } from '../../base/countries.ts'
import type { MerchantId, PersonId } from '../../base/ids.ts'
import type { Principal } from '../../base/principal.ts'
import { hour, type Instant, minute } from '../../base/times.ts'
import type { Actor } from '../../merchants/caller.ts'
import type { Browser } from '../../ui/forms/browser.ts'
import type { Lang } from '../../ui/words/lang.ts'
import type { BackOffice } from '../back-office.ts'
import type { Role } from '../roles.ts'

export const sessionRules = {
  /** A session ends when nobody has used it for so long, and after the longer time whatever happens. */
  idleMs: 30 * minute,
  lifetimeMs: 12 * hour,
  /** A session that is used is noted as seen no more often. */
  seenEveryMs: minute,
  /** What is dear is asked for again when password or code were given longer ago. */
  provedMs: 10 * minute,
} as const

/** `open`: signed in. `code`: the second factor is awaited. `enrol`: a second factor has to be set up before anything else. */
export type Stage = 'open' | 'code' | 'enrol'

/** Somebody who is signed in, in one request. As a browser it makes the tokens of forms: `csrfTokenFor(session, csrfSubject(back office))`. */
interface SignedIn extends Browser {
  /** Names it where sessions are listed; no secret. */
  readonly sessionId: string
  readonly personId: PersonId
  readonly email: string
  readonly stage: Stage
  /** The person's own choice; undefined where none was made. */
  readonly lang: Lang | undefined
  readonly openedAt: Instant
  /** When a password or code was given last. */
  readonly provedAt: Instant
  /** Where the request comes from, as it is counted and written down. */
  readonly address: string
  readonly requestId: string
}

/** Somebody of a merchant's, who acts for that one. */
export interface MerchantSession extends SignedIn {
  readonly backOffice: 'dashboard'
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly region: Region
  readonly role: Role
  /** Sandbox: how far the merchant's clock is ahead of the system's. */
  readonly clockOffsetMs: number
  /** Every merchant that the person works for, this one too. */
  readonly merchants: readonly { readonly id: MerchantId; readonly name: string }[]
}

/** Somebody of support. */
export interface SupportSession extends SignedIn {
  readonly backOffice: 'support'
}

export type BackOfficeSession = MerchantSession | SupportSession
export type SessionOf<D extends BackOffice> = D extends 'dashboard' ? MerchantSession : SupportSession

/** How histories and timelines name who is signed in. */
export function principalOf({ backOffice, personId, email }: BackOfficeSession): Principal {
  return { kind: backOffice === 'dashboard' ? 'user' : 'support', id: personId, name: email }
}

/** Who is signed in at the dashboard, as use cases take them: they act on the merchant's things of one mode. */
export function actorOf(session: MerchantSession, isTest: boolean): Actor {
  const { merchantId, requestId, clockOffsetMs } = session
  return { merchantId, isTest, principal: principalOf(session), requestId, clockOffsetMs }
}

import type { MerchantId, PersonId } from '../../base/ids.ts'
import type { Region } from '../../base/market-entries.ts'
import type { Principal } from '../../base/principal.ts'
import { hour, type Instant, minute } from '../../base/times.ts'
import type { Actor } from '../../merchants/caller.ts'
import type { Browser } from '../../ui/forms/browser.ts'
import type { Lang } from '../../ui/words/lang.ts'
import type { BackOffice } from '../back-office.ts'
import type { Role } from '../roles.ts'

export const sessionRules = {
  /** A session ends after the idle time without a request, and at the latest after its lifetime. */
  idleMs: 30 * minute,
  lifetimeMs: 12 * hour,
  /** The time of the last use is saved at most this often. */
  lastSeenUpdateMs: minute,
  /** Important steps need a password or code that was given within this time. */
  provedMs: 10 * minute,
} as const

/** `open`: signed in. `code`: waits for the second factor. `enrol`: the person must set up a second factor first. */
export type Stage = 'open' | 'code' | 'enrol'

/**
 * The session of a request. As a `Browser` it makes the tokens of forms: `csrfTokenFor(session,
 * csrfSubject(backOffice))`.
 */
interface AnySession extends Browser {
  /** Identifies the session in lists. No secret. */
  readonly sessionId: string
  readonly personId: PersonId
  readonly email: string
  readonly stage: Stage
  /** The person's choice; undefined without one. */
  readonly lang: Lang | undefined
  readonly openedAt: Instant
  /** When the person gave a password or code last. */
  readonly provedAt: Instant
  /** The network address of the request, as limits count it and the log stores it. */
  readonly address: string
  readonly requestId: string
}

/** The session of a merchant's person. */
export interface MerchantSession extends AnySession {
  readonly backOffice: 'dashboard'
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly region: Region
  readonly role: Role
  /** Sandbox: how far the merchant's clock is ahead of the system's. */
  readonly clockOffsetMs: number
  /** All merchants of the person, including this one. */
  readonly merchants: readonly { readonly id: MerchantId; readonly name: string }[]
}

/** The session of an agent. */
export interface SupportSession extends AnySession {
  readonly backOffice: 'support'
}

export type BackOfficeSession = MerchantSession | SupportSession
export type SessionOf<D extends BackOffice> = D extends 'dashboard' ? MerchantSession : SupportSession

/** Returns the signed-in person for histories and timelines. */
export function principalOf({ backOffice, personId, email }: BackOfficeSession): Principal {
  return { kind: backOffice === 'dashboard' ? 'user' : 'support', id: personId, name: email }
}

/** Returns the signed-in person for use cases, which act on one mode of the merchant. */
export function actorOf(session: MerchantSession, isTest: boolean): Actor {
  const { merchantId, requestId, clockOffsetMs } = session
  return { merchantId, isTest, principal: principalOf(session), requestId, clockOffsetMs }
}

import { codeRules } from '../../../money/checkout/phone-code/phone-code.ts'
import type { Region } from '../../../platform/base/market-entries.ts'
import { hour, type Instant, minute } from '../../../platform/base/times.ts'

/** The scope of a sign-in: the purchases of one region and mode. */
export interface AccountScope {
  readonly region: Region
  readonly isTest: boolean
}

/** A sign-in that is not complete: a browser that was sent a code. */
export interface SignIn extends AccountScope {
  /** The id by which the sandbox's outbox lists its messages. */
  readonly id: string
  /** E.164. */
  readonly phone: string
  readonly sentAt: Instant
  readonly sends: number
  readonly tries: number
}

/** The session of a signed-in customer. */
export interface CustomerSession extends AccountScope {
  /** The token. It is stored only in the browser's cookie. */
  readonly secret: string
  /** The stored hash of the token. */
  readonly hash: Buffer
  /** E.164. */
  readonly phone: string
  /** The number of cards given in this session. */
  readonly cardsGiven: number
}

/** Codes have the rules of checkout. A locked sign-in can start again after an hour. */
export const signInRules = {
  startsAnewAfterMs: hour,
  /** A session ends after this idle time, and always after its lifetime. */
  idleMs: 30 * minute,
  lifetimeMs: 12 * hour,
  /** Shortest time between two updates of `seen_at`. */
  lastSeenUpdateMs: minute,
  /** Upper limit of cards given in one session. */
  cards: 10,
} as const

/** Returns the number of tries left. At 0 the sign-in is locked. */
export function triesLeftOf({ tries }: Pick<SignIn, 'tries'>): number {
  return Math.max(0, codeRules.tries - tries)
}

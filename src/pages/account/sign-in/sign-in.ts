import { codeRules } from '../../../money/checkout/phone-code/phone-code.ts'
import type { Region } from '../../../platform/base/countries.ts'
import { hour, type Instant, minute } from '../../../platform/base/times.ts'

/** Where somebody signs in: one region's purchases in one mode. */
export interface AccountScope {
  readonly region: Region
  readonly isTest: boolean
}

/** A browser on its way in. */
export interface SignIn extends AccountScope {
  /** Names it where its messages are shown. */
  readonly id: string
  /** E.164. */
  readonly phone: string
  readonly sentAt: Instant
  readonly sends: number
  readonly tries: number
}

/** Who is signed in. */
export interface CustomerSession extends AccountScope {
  /** The token, which only the browser's cookie has. */
  readonly secret: string
  /** What is kept of it. */
  readonly hash: Buffer
  /** E.164. */
  readonly phone: string
  /** How many cards were given in it. */
  readonly cardsGiven: number
}

/** Codes have the rules of checkout; a sign-in that has used them up begins anew after an hour. */
export const signInRules = {
  startsAnewAfterMs: hour,
  /** A session ends when nobody has used it for so long, and after the longer time whatever happens. */
  idleMs: 30 * minute,
  lifetimeMs: 12 * hour,
  /** A session that is used is noted as seen no more often. */
  seenEveryMs: minute,
  /** How many cards may be typed in one session. */
  cards: 10,
} as const

/** How many codes may still be tried; at 0 the sign-in is locked. */
export function triesLeftOf({ tries }: Pick<SignIn, 'tries'>): number {
  return Math.max(0, codeRules.tries - tries)
}

import type { Secrets } from '../../adapters/secrets.ts'
import { type Instant, minute } from '../../base/times.ts'
import { type Desk, pathOf } from '../desk.ts'

/** What a browser that was sent to the provider has to bring back. */
export interface SsoJourney {
  readonly desk: Desk
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Where somebody wanted to go; it was judged before. */
  readonly next: string
  readonly startedAt: Instant
  /** The session whose person is to show once more who they are; absent where somebody signs in. */
  readonly again?: string
}

export const journeyMs = 10 * minute

/** Where the provider sends the browser back to. */
export function callbackOf(baseUrl: string, desk: Desk): string {
  return `${baseUrl}${pathOf[desk]}/sso/callback`
}

/** For a cookie: only this service can read it, and only at this desk. */
export function sealJourney(secrets: Secrets, journey: SsoJourney): string {
  return secrets.encrypt(JSON.stringify(journey), ownerOf(journey.desk)).toString('base64url')
}

/** The same again; undefined where it was not made here, for the other desk, or too long ago. */
export function openJourney(secrets: Secrets, desk: Desk, sealed: string, now: Instant): SsoJourney | undefined {
  try {
    const journey: SsoJourney = JSON.parse(secrets.decrypt(Buffer.from(sealed, 'base64url'), ownerOf(desk)))
    return journey.startedAt + journeyMs > now ? journey : undefined
  } catch {
    return undefined
  }
}

function ownerOf(desk: Desk): string {
  return `sso ${desk}`
}

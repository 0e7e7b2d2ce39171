import type { Secrets } from '../../adapters/secrets.ts'
import { type Instant, minute } from '../../base/times.ts'
import { type BackOffice, pathOf } from '../back-office.ts'

/** What a browser that was sent to the provider has to bring back. */
export interface SsoJourney {
  readonly backOffice: BackOffice
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
export function callbackOf(baseUrl: string, backOffice: BackOffice): string {
  return `${baseUrl}${pathOf[backOffice]}/sso/callback`
}

/** For a cookie: only this service can read it, and only at this back office. */
export function sealJourney(secrets: Secrets, journey: SsoJourney): string {
  return secrets.encrypt(JSON.stringify(journey), ownerOf(journey.backOffice)).toString('base64url')
}

/** The same again; undefined where it was not made here, for the other back office, or too long ago. */
export function openJourney(
  secrets: Secrets,
  backOffice: BackOffice,
  sealed: string,
  now: Instant,
): SsoJourney | undefined {
  try {
    const journey: SsoJourney = JSON.parse(secrets.decrypt(Buffer.from(sealed, 'base64url'), ownerOf(backOffice)))
    return journey.startedAt + journeyMs > now ? journey : undefined
  } catch {
    return undefined
  }
}

function ownerOf(backOffice: BackOffice): string {
  return `sso ${backOffice}`
}

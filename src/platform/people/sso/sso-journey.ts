import type { Secrets } from '../../adapters/secrets.ts'
import { type Instant, minute } from '../../base/times.ts'
import { type BackOffice, pathOf } from '../back-office.ts'

/** A sign-in at the provider, from leaving this service to the callback. The browser keeps it in a sealed cookie. */
export interface SsoJourney {
  readonly backOffice: BackOffice
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The address to open afterwards, already checked. */
  readonly next: string
  readonly startedAt: Instant
  /** The id of the session whose person signs in again; absent for a new sign-in. */
  readonly again?: string
}

export const journeyMs = 10 * minute

/** Returns the address to which the provider sends the browser back. */
export function callbackOf(baseUrl: string, backOffice: BackOffice): string {
  return `${baseUrl}${pathOf[backOffice]}/sso/callback`
}

/** Encrypts a journey for a cookie of its back office. */
export function sealJourney(secrets: Secrets, journey: SsoJourney): string {
  return secrets.encrypt(JSON.stringify(journey), ownerOf(journey.backOffice)).toString('base64url')
}

/** Returns the journey of a cookie; undefined if it is invalid, of the other back office, or too old. */
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

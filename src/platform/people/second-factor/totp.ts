import { Secret, TOTP } from 'otpauth'
import { latinDigits } from '../../base/texts.ts'
import { type Instant, second } from '../../base/times.ts'

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, 30 seconds. */
const rules = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Clocks of phones differ: the code before and the code after are accepted, too. */
const window = 1

/** Returns a new secret of 20 bytes, the length of the hash, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * Returns the time step of a typed code. The code may have Arabic digits and spaces. Returns undefined if the code is
 * wrong, if its step is not near `now`, or if it is not after `lastStep`, the step that was used last.
 */
export function stepOfCode(secret: string, typed: string, lastStep: bigint | null, now: Instant): bigint | undefined {
  const token = latinDigits(typed).replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = new TOTP({ secret, ...rules }).validate({ token, timestamp: now, window })
  if (delta === null) return undefined
  const step = BigInt(Math.floor(now / (rules.period * second)) + delta)
  return lastStep === null || step > lastStep ? step : undefined
}

/** Returns the code of the secret at a time. */
export function totpCode(secret: string, now: Instant): string {
  return new TOTP({ secret, ...rules }).generate({ timestamp: now })
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`
}

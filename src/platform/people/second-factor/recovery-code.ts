import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'

/** Codes in one set. */
const count = 10

/** Returns new codes of 80 random bits, as four groups of four letters. Nobody can guess that many, even from the stored hashes. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () => new Secret({ size: 10 }).base32.match(/.{4}/g)?.join('-') ?? '')
}

/** Returns the hash that is stored of a code. Case, spaces and dashes do not matter. Returns undefined if the text has not the form of a code. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-7]{16}$/.test(letters) ? createHash('sha256').update(letters).digest() : undefined
}

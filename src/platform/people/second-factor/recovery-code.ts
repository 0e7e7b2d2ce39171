import { createHash, randomBytes } from 'node:crypto'
import { base32 } from './totp.ts'

/** So many are given at a time. */
const count = 10

/** New codes of 80 random bits in four groups of four letters: more than anybody can try, also with their hashes at hand. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () => base32(randomBytes(10)).match(/.{4}/g)?.join('-') ?? '')
}

/** What is kept of a code, however it was typed; undefined for what has not the form of one. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-7]{16}$/.test(letters) ? createHash('sha256').update(letters).digest() : undefined
}

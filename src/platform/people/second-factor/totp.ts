import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { latinDigits } from '../../base/latin-digits.ts'
import { type Instant, second } from '../../base/times.ts'

/** RFC 6238 as every app has it: SHA-1, six digits, a new code every half minute. */
const stepMs = 30 * second
const digits = 6

/** Clocks of phones differ: the code before and the one after count, too. */
const tolerance = 1

/** A new secret: as many bytes as the hash has. */
export function newTotpSecret(): string {
  return base32(randomBytes(20))
}

/** The time step whose code it is, in whatever digits and groups it is typed, near this time and after the one that was used last; undefined where it is none of them. */
export function stepOfCode(secret: string, typed: string, lastStep: bigint | null, now: Instant): bigint | undefined {
  const code = latinDigits(typed).replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const current = BigInt(Math.floor(now / stepMs))
  for (let step = current - BigInt(tolerance); step <= current + BigInt(tolerance); step += 1n) {
    const isRight = timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
    if (isRight && (lastStep === null || step > lastStep)) return step
  }
  return undefined
}

/** The code of the secret at a time. */
export function totpCode(secret: string, now: Instant): string {
  return codeAt(secret, BigInt(Math.floor(now / stepMs)))
}

/** What an app reads from a QR code. */
export function totpAddress(secret: string, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`
}

function codeAt(secret: string, step: bigint): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(step)
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in the letters of RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

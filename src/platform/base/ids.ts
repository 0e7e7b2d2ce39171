import { randomFillSync, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import type { Instant } from './times.ts'

/** An id of one kind of thing, a UUID in text. The kinds are different types: a payment's id is no dispute's id. */
export type Id<Kind extends string> = string & { readonly __kind?: Kind }

export type MerchantId = Id<'merchant'>
export type StoreId = Id<'store'>
export type KeyId = Id<'key'>
export type PaymentId = Id<'payment'>
export type SessionId = Id<'session'>
export type DisputeId = Id<'dispute'>
export type WebhookId = Id<'webhook'>
export type NotificationId = Id<'notification'>
export type PersonId = Id<'person'>

/** The nil UUID: it sorts before every other id. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/** Stands for all merchants in a key that begins with a merchant. */
export const allMerchants = nilId

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the id in its stored, lower-case form; undefined if the text is no UUID. */
export function parseId(text: string): string | undefined {
  return uuidForm.test(text) ? text.toLowerCase() : undefined
}

/** Returns a new id that sorts by its creation (UUIDv7), for rows and events. */
export function newOrderedId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    sequence = takeRandom()
      .subarray(0, 3)
      .reduce((sum, byte) => sum * 256 + byte, 0)
  } else sequence += 1
  return v7({ msecs: lastMs, seq: sequence, random: takeRandom() })
}

/** Returns the moment of an ordered id's creation. */
export function momentOf(orderedId: string): Instant {
  return Number.parseInt(orderedId.replaceAll('-', '').slice(0, 12), 16)
}

/** Returns a text for comparisons: ordered ids of this moment or later sort after it, and earlier ids before it. */
export function firstIdOf(at: Instant): string {
  const digits = Math.max(at, 0).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

// Ids of one millisecond count up from a random start, so that they sort by creation.
let lastMs = 0
let sequence = 0

// Random bytes are fetched in blocks: a system call for each id costs a tenth of the time of a capture.
const randomPool = new Uint8Array(4096)
let poolUsed = randomPool.length

function takeRandom(): Uint8Array {
  if (poolUsed === randomPool.length) {
    randomFillSync(randomPool)
    poolUsed = 0
  }
  poolUsed += 16
  return randomPool.subarray(poolUsed - 16, poolUsed)
}

/** Returns a new id that cannot be guessed (UUIDv4), for things that are reached by their id alone. */
export function newSecretId(): string {
  return randomUUID()
}

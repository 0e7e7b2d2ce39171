import { randomFillSync, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import type { Instant } from './times.ts'

/** An id of one kind of thing: a payment's id is no dispute's id, although both are UUIDs in text. */
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

/** The id of nothing: it sorts before every other. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/** Stands for all merchants where a key begins with one. */
export const allMerchants = nilId

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in its stored, lower-case form, or undefined when the text is no UUID. */
export function parseId(text: string): string | undefined {
  return uuidForm.test(text) ? text.toLowerCase() : undefined
}

/** A new id that sorts by the moment it was made (UUIDv7): for rows and events. */
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

/** The moment at which an ordered id was made. */
export function momentOf(orderedId: string): Instant {
  return Number.parseInt(orderedId.replaceAll('-', '').slice(0, 12), 16)
}

/** The text behind which all ordered ids sort that were made at this moment or later, and before which all that were made earlier. */
export function firstIdOf(at: Instant): string {
  const digits = Math.max(at, 0).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

// Ids of one millisecond count on from a random start, so that they sort as they were made.
let lastMs = 0
let sequence = 0

// Random bytes are fetched many at a time: a system call for each id is a tenth of the time of a capture.
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

/** A new id that nobody can guess (UUIDv4): for what is reached by its id alone. */
export function newSecretId(): string {
  return randomUUID()
}

import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

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

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in its stored, lower-case form, or undefined when the text is no UUID. */
export function parseId(text: string): string | undefined {
  return uuidForm.test(text) ? text.toLowerCase() : undefined
}

/** A new id that sorts by the moment it was made (UUIDv7): for rows and events. */
export function newOrderedId(): string {
  return v7()
}

/** A new id that nobody can guess (UUIDv4): for what is reached by its id alone. */
export function newSecretId(): string {
  return randomUUID()
}

import type { Operations } from './generated/types.ts'

export type PaymentNotification = Operations['paymentNotification']
export type DisputeNotification = Operations['disputeNotification']
/** The body of a notification. Its statuses are in lower case; the API answers them in upper case. */
export type Notification = PaymentNotification | DisputeNotification

/** Whether the notification is about a payment; otherwise it is about a dispute. */
export function isPaymentNotification(notification: Notification): notification is PaymentNotification {
  return !('dispute_id' in notification)
}

export interface WebhookRequest {
  /** The raw body, byte for byte, not a parsed one. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface VerifyOptions extends WebhookRequest {
  /** The store's signing secret, `whsec_…`; several during a rotation. */
  readonly secret?: string | readonly string[]
  /** The header that the webhook was registered with, if it does not sign. */
  readonly header?: { readonly title: string; readonly value: string }
  /** Tolerance of the timestamp in seconds, past and future; default 300. */
  readonly toleranceSeconds?: number
}

export interface VerifiedWebhook {
  /** The same id in every delivery of a notification: use it to ignore duplicates. */
  readonly id: string
  /** Sequence number of the payment's or dispute's notifications: a lower number is older, even if it arrives later. */
  readonly sequence: number
  readonly notification: Notification
}

/** The request is not from the service, or was altered. Answer 401 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/**
 * Verifies the signature or the header of a request, and returns its notification. Throws a `WebhookError` if the
 * request is not from the service. The body is text or bytes: a body that was parsed and serialized again has other
 * bytes.
 */
export async function verifyWebhook(options: VerifyOptions): Promise<VerifiedWebhook> {
  const { body, secret, header } = options
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('body must be the raw text or bytes of the request, not what was parsed from it')
  }
  if (secret === undefined && header === undefined) throw new TypeError('give a secret or a header to verify with')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (header !== undefined) await verifyHeader(options, header)
  if (secret !== undefined) await verifySignature(options, bytes, secret)
  return {
    id: headerOf(options, 'webhook-id') ?? '',
    sequence: Number(headerOf(options, 'webhook-sequence') ?? 0),
    notification: parse(bytes),
  }
}

function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

async function verifyHeader(
  request: WebhookRequest,
  { title, value }: { title: string; value: string },
): Promise<void> {
  const given = headerOf(request, title)
  // Digests have one length, so the comparison takes constant time.
  const [one, other] = await Promise.all([given ?? '', value].map(digest))
  if (given === undefined || value === '' || !isEqual(one, other))
    throw new WebhookError(`the header ${title} is not that of the webhook`)
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

function isEqual(one: Uint8Array = new Uint8Array(), other: Uint8Array = new Uint8Array()): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index += 1) difference |= (one[index] ?? 0) ^ (other[index] ?? 0)
  return difference === 0
}

async function verifySignature(
  request: VerifyOptions,
  body: Uint8Array,
  secret: string | readonly string[],
): Promise<void> {
  const id = headerOf(request, 'webhook-id')
  const timestamp = headerOf(request, 'webhook-timestamp')
  const signatures = headerOf(request, 'webhook-signature')
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new WebhookError('it is not signed')
  const awayMs = Math.abs(Date.now() - Number(timestamp) * 1_000)
  const toleranceMs = (request.toleranceSeconds ?? 300) * 1_000
  if (!/^\d{1,12}$/.test(timestamp) || awayMs > toleranceMs)
    throw new WebhookError('it is too old, or a clock is wrong')
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? (decode(one.slice(3)) ?? []) : []))
  for (const one of [secret].flat()) {
    const key = decode(one.replace(/^whsec_/, ''))
    if (key === undefined || key.length === 0) throw new TypeError('secret must be a signing secret: whsec_…')
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify'])
    for (const signature of given) if (await crypto.subtle.verify('HMAC', imported, signature, signed)) return
  }
  throw new WebhookError('its signature does not fit: another secret, or not the body that was sent')
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function parse(body: Uint8Array): Notification {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Notification
  } catch {
    throw new WebhookError('it is no JSON')
  }
}

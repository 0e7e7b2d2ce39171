import type { MerchantId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { assertNoTransaction } from '../db/db.ts'
import { isOwnFailure, type Outbound, type OutboundFailure } from './outbound.ts'

export type MessageKind = 'code' | 'link' | 'reminder' | 'collected' | 'collection_failed' | 'returned' | 'invitation'

/** A text message to a customer's phone. */
export interface Message {
  readonly merchantId: MerchantId
  /** E.164. */
  readonly to: string
  readonly text: string
  /** The id of its session, payment or sign-in. */
  readonly about: string
  readonly kind: MessageKind
  readonly isTest: boolean
  readonly at: Instant
}

/** The gateway has certainly not taken the message, so it may be sent again. */
export class MessageNotTaken extends Error {
  override readonly name = 'MessageNotTaken'
}

/** Sends text messages to customers. */
export interface Messenger {
  /** Sends the message. Throws a MessageNotTaken if it was not taken. After any other error that is unknown. */
  send(message: Message): Promise<void>
}

/** For a service without a gateway: refuses every message. */
export const absentMessenger: Messenger = {
  async send() {
    throw new MessageNotTaken('no message gateway is connected')
  },
}

export interface GatewayOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body to send, JSON, in which `{to}` and `{text}` are replaced. */
  readonly template: string
}

/** Opens a messenger behind an HTTP gateway: a POST of the filled template. */
export function openGateway(options: GatewayOptions, outbound: Outbound): Messenger {
  return {
    send: ({ to, text }) => postToGateway(options, outbound, 'message', { to, text }),
  }
}

/** Posts the filled template. Throws as `send` does. */
export async function postToGateway(
  { url, headers, template }: GatewayOptions,
  outbound: Outbound,
  what: 'message' | 'mail',
  filling: Filling,
): Promise<void> {
  assertNoTransaction(`a ${what}`)
  const body = fillTemplate(template, filling)
  const result = await outbound.post({ url, headers: { 'content-type': 'application/json', ...headers }, body })
  if (result.kind === 'failed') {
    const failure = `the ${what} gateway did not answer: ${result.failure}`
    throw neverLeft(result.failure) ? new MessageNotTaken(failure) : new Error(failure)
  }
  if (result.status < 200 || result.status > 299) {
    throw new MessageNotTaken(`the ${what} gateway answered ${result.status}`)
  }
}

const beforeSending: ReadonlySet<OutboundFailure> = new Set<OutboundFailure>([
  'address refused',
  'name not resolved',
  'connection refused',
  'unreachable',
  'TLS failed',
])

// After any later failure the gateway may have read the message.
function neverLeft(failure: OutboundFailure): boolean {
  return isOwnFailure(failure) || beforeSending.has(failure)
}

/** The values of a template: `{to}`, `{text}`, and `{subject}` of a mail. */
export interface Filling {
  readonly to: string
  readonly text: string
  readonly subject?: string
}

/** Returns the filled template. Values are escaped for JSON. */
export function fillTemplate(template: string, filling: Filling): string {
  const inside = (text: string): string => JSON.stringify(text).slice(1, -1)
  return template.replace(/\{(to|text|subject)\}/g, (place, name: keyof Filling) => inside(filling[name] ?? place))
}

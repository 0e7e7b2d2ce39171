import type { MerchantId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { assertNoTransaction } from '../db/db.ts'
import type { Outbound } from './outbound.ts'

export type MessageKind = 'code' | 'link' | 'reminder' | 'collected' | 'collection_failed' | 'returned'

/** A text message to a customer's phone. */
export interface Message {
  readonly merchantId: MerchantId
  /** E.164. */
  readonly to: string
  readonly text: string
  /** What it belongs to: a session's or a payment's id, or that of a sign-in. */
  readonly about: string
  readonly kind: MessageKind
  readonly isTest: boolean
  readonly at: Instant
}

/** Sends text messages to customers. */
export interface Messenger {
  /** Hands the message over; throws when nobody took it. */
  send(message: Message): Promise<void>
}

/** Where no gateway is connected: nothing can be sent. */
export const absentMessenger: Messenger = {
  async send() {
    throw new Error('no message gateway is connected')
  },
}

export interface GatewayOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body to send, JSON, in which `{to}` and `{text}` are replaced. */
  readonly template: string
}

/** A messenger behind an HTTP gateway: a POST whose body is the template with the phone and the text filled in. */
export function openGateway(options: GatewayOptions, outbound: Outbound): Messenger {
  return {
    async send(message) {
      assertNoTransaction('a text message')
      const body = fillTemplate(options.template, message)
      const headers = { 'content-type': 'application/json', ...options.headers }
      const result = await outbound.post({ url: options.url, headers, body })
      if (result.kind === 'failed') throw new Error(`the message gateway did not answer: ${result.failure}`)
      if (result.status < 200 || result.status > 299) throw new Error(`the message gateway answered ${result.status}`)
    },
  }
}

/** The template with its `{to}` and `{text}` replaced by the message's, escaped to stand inside a JSON text. */
export function fillTemplate(template: string, message: Pick<Message, 'to' | 'text'>): string {
  const inside = (text: string): string => JSON.stringify(text).slice(1, -1)
  return template.replace(/\{(to|text)\}/g, (_, name: 'to' | 'text') => inside(message[name]))
}

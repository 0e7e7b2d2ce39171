import type { Instant } from '../base/times.ts'
import { assertNoTransaction } from '../db/db.ts'
import type { Log } from './log.ts'
import type { Outbound } from './outbound.ts'

/** A text message to a customer's phone. */
export interface Message {
  /** E.164. */
  readonly to: string
  readonly text: string
  /** What it belongs to: a session's id. */
  readonly about: string
  readonly at: Instant
}

/** Sends text messages to customers. */
export interface Messenger {
  /** Hands the message over; throws when nobody took it. */
  send(message: Message): Promise<void>
}

/** A messenger that sends nothing and keeps the last messages to be looked at. */
export interface Outbox extends Messenger {
  list(about: string): readonly Message[]
}

const keptMessages = 1_000

/** The sandbox's messenger: messages stay in an outbox that a page shows. The log says that there is one, not what it says. */
export function openOutbox(log: Log): Outbox {
  const messages: Message[] = []
  return {
    async send(message) {
      messages.push(message)
      if (messages.length > keptMessages) messages.shift()
      log.info({ session_id: message.about }, 'message in the outbox')
    },
    list: (about) => messages.filter((message) => message.about === about),
  }
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

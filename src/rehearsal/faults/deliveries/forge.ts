import { randomBytes } from 'node:crypto'
import type { OutboundRequest } from '../../../platform/adapters/outbound.ts'
import { openSigningKey } from '../../../platform/adapters/signing-key.ts'
import { newOrderedId } from '../../../platform/base/ids.ts'
import { hour, type Instant } from '../../../platform/base/times.ts'
import { type Message, messageRequest } from '../../../platform/webhooks/delivery/message.ts'
import { type Forgery, forgeries } from '../fault.ts'

/** The wrong part of each forgery, for sentences. */
export const wrongIn: Readonly<Record<Forgery, string>> = {
  header: 'header value',
  signature: 'signature',
  stale: 'time',
  amount: 'amount',
}

/**
 * Returns forged notifications: copies of this message under new ids, each with one wrong part. `as` null: one of each
 * kind that the receiver can tell from a real one. Without a header or a signature to falsify, the amount is changed.
 */
export function forgeRequests(message: Message, at: Instant, as: Forgery | null): [Forgery, OutboundRequest][] {
  const canTell = (one: Forgery): boolean => {
    if (one === 'header') return message.header !== null
    return one === 'amount' || message.signingSecrets.length > 0
  }
  const kinds = as === null ? forgeries.filter(canTell) : [canTell(as) ? as : 'amount']
  return kinds.map((one) => [one, forgers[one]({ ...message, notificationId: newOrderedId() }, at)])
}

const forgers: Readonly<Record<Forgery, (message: Message, at: Instant) => OutboundRequest>> = {
  header: (message, at) =>
    messageRequest({ ...message, header: message.header && { ...message.header, value: random(16, 'hex') } }, at),
  signature: (message, at) => messageRequest({ ...message, ...strangersKeys() }, at),
  // Signed correctly, but older than a receiver accepts.
  stale: (message, at) => messageRequest(message, at - hour),
  // The amount is changed after signing.
  amount: (message, at) => ({ ...messageRequest(message, at), body: withOtherAmount(message.body) }),
}

function random(bytes: number, encoding: 'hex' | 'base64'): string {
  return randomBytes(bytes).toString(encoding)
}

function withOtherAmount(body: string): string {
  const members = JSON.parse(body) as { amount?: unknown }
  return JSON.stringify({ ...members, amount: `9${String(members.amount ?? '0.00')}` })
}

function strangersKeys(): Pick<Message, 'signingSecrets' | 'signingKey'> {
  return { signingSecrets: [`whsec_${random(24, 'base64')}`], signingKey: openSigningKey(random(32, 'hex')) }
}

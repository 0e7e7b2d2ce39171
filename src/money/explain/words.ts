import type { Card, DeclineReason, DeclineRetry } from '../../platform/adapters/card-processor.ts'
import type { EventType } from '../disputes/dispute.ts'
import type { MoreLine } from './event.ts'

/** `the shop`, `the customer`: who acted, from what timelines say; of which key is told with the request. */
export function whoOf(actor: string): string {
  if (actor.startsWith('key ')) return 'the shop'
  return actor === 'customer' || actor === 'service' ? `the ${actor}` : actor
}

/** `visa …4242`. */
export function cardOf({ brand, lastFour }: Pick<Card, 'brand' | 'lastFour'>): string {
  return `${brand} …${lastFour}`
}

/** The request that asked for something, for programs; null where none did. */
export function requestOf({ actor, requestId }: { readonly actor: string; readonly requestId: string }) {
  if (requestId === '') return null
  return { id: requestId, actor, key_last_four: /^key …(.+)$/.exec(actor)?.[1] ?? null }
}

/** The same beneath an event. */
export function requestLines(asked: Parameters<typeof requestOf>[0]): MoreLine[] {
  const { requestId, actor } = asked
  const by = actor.startsWith('key ') ? ` with ${actor}` : ''
  return requestId === '' ? [] : [{ text: `request ${requestId}${by}` }]
}

/** `2nd attempt`. */
export function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

export function clipped(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

/** `1 capture`, `3 captures`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `1 May 2026`, of YYYY-MM-DD. */
export function sayDate(date: string): string {
  return dates.format(Date.parse(date))
}

export const declineWords: Readonly<Record<DeclineReason, string>> = {
  declined: 'the bank declined',
  insufficient_funds: 'not enough money on the card',
  expired_card: 'the card has expired',
  lost_card: 'the card was reported lost',
  stolen_card: 'the card was reported stolen',
  closed_account: 'the account is closed',
  customer_required: 'the bank wants the customer to be there',
  not_confirmed: 'the customer did not confirm to the bank',
  unavailable: 'the processor gave no answer',
}

export const adviceWords: Readonly<Record<DeclineRetry, string>> = {
  never: 'never to be tried again',
  later: 'retry later',
  by_customer: 'only the customer can retry',
  with_another_card: 'needs another card',
}

export const disputeWords: Readonly<Record<EventType, string>> = {
  dispute_created: 'opened',
  dispute_approved: 'decided for the customer',
  dispute_in_arbitration: 'the shop challenged it; support reviews',
  merchant_14d_unresponsive: 'the shop gave no answer in 14 days: decided for the customer',
  dispute_canceled: 'the customer took it back',
  evidence_merchant: 'support asked the shop for evidence',
  evidence_customer: 'support asked the customer for evidence',
  evidence_merchant_provided: 'the shop gave evidence',
  evidence_customer_provided: 'the customer gave evidence',
  customer_14d_unresponsive: 'the customer gave no answer in 14 days: decided for the shop',
  dispute_declined: 'decided for the shop',
  dispute_amount_changed: "support took the shop's amount",
  dispute_comment_added: 'support made a note',
}

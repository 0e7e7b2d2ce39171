import type { Instant } from '../../platform/base/times.ts'
import type { Charge } from '../charges/charge.ts'
import type { Return } from '../charges/return.ts'
import type { PlanMessage } from '../collections/messages/messages.ts'
import type { Case, CaseEvent } from '../disputes/story/list-cases.ts'
import type { PostedEntry } from '../ledger/entries-sql.ts'
import type { PaymentStep } from '../payments/timeline/timeline.ts'
import type { SettledDay } from '../settlements/story/list-settled.ts'

export type What =
  | 'decision'
  | 'change'
  | 'charge'
  | 'return'
  | 'card'
  | 'plan'
  | 'message'
  | 'notification'
  | 'attempt'
  | 'dispute'
  | 'return_request'
  | 'settlement'
  | 'payout'

/** How it is to be taken: went well, is waited for, went wrong, or none of these. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain'

/** A line beneath an event; with a time where it has one of its own, by the merchant's clock. */
export interface MoreLine {
  readonly at?: Instant
  readonly text: string
}

/** What an event tells of, for whoever says it in words of their own. */
export type About =
  | { readonly kind: 'change'; readonly step: PaymentStep; readonly earlierReference: string | null }
  | { readonly kind: 'charge'; readonly charge: Charge; readonly installments: readonly number[] }
  | { readonly kind: 'return'; readonly sent: Return }
  | { readonly kind: 'message'; readonly message: PlanMessage }
  | { readonly kind: 'dispute'; readonly dispute: Case; readonly event: CaseEvent }
  | { readonly kind: 'settlement' | 'payout'; readonly day: SettledDay }
  | { readonly kind: 'default' }

/** One thing that happened to a payment. */
export interface StoryEvent {
  /** By the merchant's clock. */
  readonly at: Instant
  readonly what: What
  /** What happened in one or two words. */
  readonly kind: string
  readonly tone: Tone
  /** In minor units; null where it is about none. */
  readonly amountMinor: bigint | null
  /** The rest of it in words, without time, kind and amount. */
  readonly text: string
  /** Whether who only wants to know how things stand can do without it. */
  readonly isSecondLook: boolean
  /** What it posted. */
  readonly entries: readonly PostedEntry[]
  /** What is told beneath it at a second look. */
  readonly more: readonly MoreLine[]
  /** The same for programs. */
  readonly details: Readonly<Record<string, unknown>>
  /** Undefined of what is told by its words alone. */
  readonly about?: About
}

/** An event without what most events have none of. */
type Told = Omit<StoryEvent, 'tone' | 'amountMinor' | 'isSecondLook' | 'entries' | 'more'> &
  Partial<Pick<StoryEvent, 'tone' | 'amountMinor' | 'isSecondLook' | 'entries' | 'more'>>

/** An event, and where it belongs among others of its second. */
export interface PlacedEvent extends StoryEvent {
  readonly place: Place
}

/**
 * What follows from what, within a second: by the payment's version that an event belongs to, and among those of one version in the order of
 * these names, those from `consequence` on by their times. A charge that was charged, and what happens to a dispute, come before the change
 * that they bring about.
 */
export const order = [
  'decision',
  'cause',
  'change',
  'notification',
  'consequence',
  'message',
  'attempt',
  'later',
] as const

export interface Place {
  readonly version: number
  readonly as: (typeof order)[number]
}

export function eventOf(told: Told, place: Place): PlacedEvent {
  return { tone: 'plain', amountMinor: null, isSecondLook: false, entries: [], more: [], ...told, place }
}

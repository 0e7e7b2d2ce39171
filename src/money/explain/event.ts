import type { Card } from '../../platform/adapters/card-processor.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { DeliveryAttempt } from '../../platform/webhooks/notifications/notification.ts'
import type { AnnouncedDelivery, Announcement } from '../../platform/webhooks/story/list-announcements.ts'
import type { Charge } from '../charges/charge.ts'
import type { Return } from '../charges/return.ts'
import type { ChargeState } from '../charges/states.ts'
import type { PlanMessage } from '../collections/messages/messages.ts'
import type { Case, CaseEvent } from '../disputes/cases.ts'
import type { PostedEntry } from '../ledger/entries-sql.ts'
import type { ReturnRequest } from '../payments/return-requests/return-request.ts'
import type { PaymentStep } from '../payments/timeline/timeline.ts'
import type { Decision } from '../risk/judge.ts'
import type { SettledDay, SettledPayout } from '../settlements/lines.ts'

/** Whether an event went well, waits, went wrong, or is none of these. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain'

/** What moved a payment's money: a request, a dispute, support by hand, or the service's own schedule. */
export type ChangeCause = 'request' | 'dispute' | 'by_hand' | 'schedule'

interface DecisionFacts {
  readonly decision: Decision
}

interface ChangeFacts {
  readonly step: PaymentStep
  readonly cause: ChangeCause
}

interface ChargeFacts {
  readonly charge: Charge
  /** The numbers of the instalments that the charge was for, by the debt at its time. */
  readonly installments: readonly number[]
}

interface ReturnFacts {
  readonly sent: Return
  /** Undefined if the charge is not among those that were read. */
  readonly card: Card | undefined
}

interface DisputeFacts {
  readonly dispute: Case
  readonly change: CaseEvent
}

interface ReturnRequestFacts {
  readonly request: ReturnRequest
  /** The name of the agent. */
  readonly by: string
}

interface PayoutFacts {
  readonly payout: SettledPayout
  /** This payment's part of the payout, in minor units. */
  readonly netMinor: bigint
}

/** An attempt of a delivery with its time by the merchant's clock. */
export interface StoryAttempt extends DeliveryAttempt {
  readonly merchantAt: Instant
}

/** A delivery with times by the merchant's clock. */
export interface StoryDelivery extends AnnouncedDelivery {
  readonly tried: readonly StoryAttempt[]
}

/** Every kind of event in a payment's story, with the facts that its words need. Texts are in the tables of words. */
export type StoryFacts = {
  readonly decision_approved: DecisionFacts
  readonly decision_refused: DecisionFacts
  readonly decision_referred: DecisionFacts
  readonly created: ChangeFacts
  readonly refused: ChangeFacts
  readonly authorized: ChangeFacts
  readonly rejected: ChangeFacts
  readonly referral_approved: ChangeFacts
  readonly expired: ChangeFacts
  /** `isLast`: the capture closed the payment. */
  readonly captured: ChangeFacts & { readonly isLast: boolean }
  /** `reason`: the merchant's own words; empty if there are none. */
  readonly refunded: ChangeFacts & { readonly reason: string }
  /** `capturedMinor`: all that was captured, in minor units. */
  readonly closed: ChangeFacts & { readonly capturedMinor: bigint }
  /** `earlierReference`: the order's reference before; null if that change was not read. */
  readonly renamed: ChangeFacts & { readonly earlierReference: string | null }
  readonly return_owed: ChangeFacts
  readonly written_off: ChangeFacts
  readonly collected: ChangeFacts
  readonly refunds_held: ChangeFacts
  readonly refunds_released: ChangeFacts
  readonly customer_corrected: ChangeFacts
  readonly customer_erased: ChangeFacts
  readonly return_waiting: ReturnFacts & { readonly confirmedAt: Instant | null }
  readonly return_confirmed: ReturnFacts & { readonly confirmedAt: Instant | null }
  readonly return_failed: ReturnFacts & { readonly confirmedAt: Instant | null }
  /** The processor confirmed the return. */
  readonly return_sent: ReturnFacts
  /** The return failed after the processor had confirmed it. */
  readonly return_reversed: ReturnFacts
  readonly card_replaced: { readonly card: Card }
  readonly plan_defaulted: object
  readonly customer_message: { readonly message: PlanMessage }
  readonly notification: { readonly announcement: Announcement; readonly deliveries: readonly StoryDelivery[] }
  readonly attempt: {
    readonly announcement: Announcement
    readonly delivery: StoryDelivery
    readonly attempt: StoryAttempt
  }
  readonly dispute_opened: DisputeFacts
  readonly dispute_changed: DisputeFacts
  readonly return_requested: ReturnRequestFacts
  readonly return_request_confirmed: ReturnRequestFacts
  readonly return_request_withdrawn: ReturnRequestFacts
  /** `lines`: how many captures and refunds; `netMinor`: their net, in minor units. */
  readonly settled: { readonly day: SettledDay; readonly lines: number; readonly netMinor: bigint }
  readonly payout_created: PayoutFacts
  readonly payout_paid: PayoutFacts
} & { readonly [State in ChargeState as `charge_${State}`]: ChargeFacts }

export type StoryKind = keyof StoryFacts

type KindWith<Member> = { [Kind in StoryKind]: StoryFacts[Kind] extends Member ? Kind : never }[StoryKind]

/** The kinds of events that are decisions, changes of the payment, charges, or returns to a card. */
export type DecisionKind = KindWith<DecisionFacts>
export type ChangeKind = KindWith<ChangeFacts>
export type ChargeKind = KindWith<ChargeFacts>
export type ReturnKind = KindWith<ReturnFacts>

/** What every event has, beside the facts of its kind. */
interface EventFrame {
  /** By the merchant's clock. */
  readonly at: Instant
  readonly tone: Tone
  /** In minor units; null if the event is about no amount. */
  readonly amountMinor: bigint | null
  /** Whether a short story leaves it out. */
  readonly isDetail: boolean
  /** The ledger entries that it posted. */
  readonly entries: readonly PostedEntry[]
}

type EventOf<Kind extends StoryKind, Frame> = { [K in Kind]: Frame & { readonly kind: K } & StoryFacts[K] }[Kind]

/** One event of a payment's story, as facts. `StoryEvent<'captured'>`: an event of this kind. */
export type StoryEvent<Kind extends StoryKind = StoryKind> = EventOf<Kind, EventFrame>

/**
 * Something for each kind of event, for example the words of an audience. An entry that is missing does not
 * compile.
 */
export type StoryTable<Context, Entry> = {
  readonly [Kind in StoryKind]: (event: StoryEvent<Kind>, context: Context) => Entry
}

/** Returns the table's entry for the event. */
export function lookUp<Kind extends StoryKind, Context, Entry>(
  table: StoryTable<Context, Entry>,
  event: StoryEvent<Kind>,
  context: Context,
): Entry {
  const entryOf: (event: StoryEvent<Kind>, context: Context) => Entry = table[event.kind]
  return entryOf(event, context)
}

/** An event, and its place among others of the same second. */
export type PlacedEvent = StoryEvent & { readonly place: Place }

/**
 * The order of causes within a second: by the version of the payment that an event belongs to, and within a version
 * by these names; from `consequence` on by time. An approved charge, and a change of a dispute, come before the
 * change of the payment that they cause.
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

/** Returns the event in its place, with defaults for what most events lack. */
export function eventOf(
  event: EventOf<StoryKind, Pick<EventFrame, 'at'> & Partial<EventFrame>>,
  place: Place,
): PlacedEvent {
  return { tone: 'plain', amountMinor: null, isDetail: false, entries: [], ...event, place }
}

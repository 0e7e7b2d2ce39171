import { type DisputeId, type MerchantId, newOrderedId, type PaymentId, type StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { day, hour, type Instant } from '../../platform/base/times.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { refusals } from './refusals.ts'
import { type DisputeStatus, isActive } from './states.ts'

export const disputeReasons = ['unreceived_refund', 'identity_theft', 'product_issue', 'not_delivered'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** The time for an answer of the merchant or the customer (docs/contract/disputes.md#deadlines). */
export const answerTimeMs = 14 * day

/** Limits of one request (docs/contract/conventions.md#limits-of-bodies). */
export const maxDisputesPerRequest = 20
export const maxAttachmentsPerSubmission = 10
export const maxTextLength = 65_535

/** An item of the disputed order, in the wire's names: it is only stored and shown. */
export interface DisputeItem {
  readonly reference_id: string
  readonly title: string
  readonly unit_price: string
}

/** A version of a dispute. Amounts in minor units of its currency; times in milliseconds. */
export interface Dispute {
  readonly merchantId: MerchantId
  readonly id: DisputeId
  readonly paymentId: PaymentId
  readonly storeId: StoreId
  readonly version: number
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  readonly currency: Currency
  readonly amountMinor: bigint
  /** The lower amount of the merchant's challenge, until support accepts it. */
  readonly proposedMinor: bigint | null
  readonly customerEmail: string
  readonly comment: string
  readonly orderNumber: string
  readonly items: readonly DisputeItem[]
  /** All attachments of the case, in order of arrival. */
  readonly attachmentIds: readonly string[]
  readonly createdAt: Instant
  /** When it is decided without the answer that it waits for; null if it waits for none. */
  readonly dueAt: Instant | null
  /** Whether the merchant has given evidence since support's last request, or at all if there was none. */
  readonly hasMerchantEvidence: boolean
  /** The number of its notifications. */
  readonly announced: number
}

export type EventType =
  | 'dispute_created'
  | 'dispute_approved'
  | 'dispute_in_arbitration'
  | 'merchant_14d_unresponsive'
  | 'dispute_canceled'
  | 'evidence_merchant'
  | 'evidence_customer'
  | 'evidence_merchant_provided'
  | 'evidence_customer_provided'
  | 'customer_14d_unresponsive'
  | 'dispute_declined'
  | 'dispute_amount_changed'
  | 'dispute_comment_added'

/** The author of a history entry: `createdBy` is an e-mail, `Disputes API`, or empty for support. */
export interface Author {
  readonly source: 'customer' | 'merchant' | 'support'
  readonly createdBy: string
}

export const support: Author = { source: 'support', createdBy: '' }
export const merchantThroughApi: Author = { source: 'merchant', createdBy: 'Disputes API' }

export function customerOf(dispute: Pick<Dispute, 'customerEmail'>): Author {
  return { source: 'customer', createdBy: dispute.customerEmail }
}

/** An entry of a dispute's history. Entries are never removed. */
export interface HistoryEntry extends Author {
  readonly id: string
  readonly eventType: EventType
  readonly content: string
  readonly note: string
  readonly attachmentIds: readonly string[]
  readonly createdAt: Instant
}

/** The statuses of dispute notifications (docs/contract/notifications.md#what-is-announced). */
export const announcements = [
  'pending',
  'arbitration',
  'evidence_merchant',
  'approved',
  'declined',
  'cancelled',
] as const
export type Announcement = (typeof announcements)[number]

/** The effect on the payment: block refunds, unblock them, or refund the disputed amount. */
export type OnPayment = 'hold' | 'release' | 'refund' | 'none'

/** A rule's result, saved in one transaction. */
export interface DisputeChange {
  /** The dispute after the change, still with the version before it. */
  readonly dispute: Dispute
  readonly entry: HistoryEntry
  readonly announce: Announcement | null
  readonly payment: OnPayment
}

/** The texts and files of a transition. */
export interface Statement {
  readonly content?: string
  readonly note?: string
  readonly attachmentIds?: readonly string[]
}

/** Returns a history entry of this author at this time. */
export function entryOf(author: Author, eventType: EventType, statement: Statement, at: Instant): HistoryEntry {
  const { content = '', note = '', attachmentIds = [] } = statement
  return { ...author, id: newOrderedId(), eventType, content, note, attachmentIds, createdAt: at }
}

/** Returns when the merchant loses without any answer: 14 days after the dispute was opened. */
export function expiredAt(dispute: Pick<Dispute, 'createdAt'>): Instant {
  return dispute.createdAt + answerTimeMs
}

/** Returns the days until `expiredAt`, rounded up; 0 after it and for a resolved dispute. */
export function daysLeft(dispute: Pick<Dispute, 'createdAt' | 'status'>, at: Instant): number {
  if (!isActive(dispute.status)) return 0
  return Math.max(0, Math.ceil((expiredAt(dispute) - at) / day))
}

/** The time until a dispute is decided without an answer. */
export interface TimeLeft {
  readonly unit: 'hours' | 'days'
  readonly count: number
}

/**
 * Returns the time until `dueAt`: whole hours below two days, else rounded days. Undefined if the dispute waits for no
 * answer.
 */
export function timeLeft({ dueAt }: Pick<Dispute, 'dueAt'>, at: Instant): TimeLeft | undefined {
  if (dueAt === null) return undefined
  const left = Math.max(0, dueAt - at)
  return left < 2 * day
    ? { unit: 'hours', count: Math.floor(left / hour) }
    : { unit: 'days', count: Math.round(left / day) }
}

/** The versions of disputes on the page at which a person decided. */
export type ExpectedVersions = ReadonlyMap<DisputeId, number>

export interface ChangeOptions {
  /** Refuses with 409 a dispute that has another version. Programs expect none. */
  readonly expected?: ExpectedVersions | undefined
  /** Extra writes in the transaction of the change; they get the changed disputes. */
  readonly inSameTransaction?: WithChange<[after: readonly Dispute[]]> | undefined
}

/** Throws 409 if the dispute has changed since the page was drawn. Without expected versions any version passes. */
export function requireVersion(
  expected: ExpectedVersions | undefined,
  { id, version }: Pick<Dispute, 'id' | 'version'>,
): void {
  if (expected !== undefined && expected.get(id) !== version) throw refusals.changed()
}

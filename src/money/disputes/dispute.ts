import { type DisputeId, type MerchantId, newOrderedId, type PaymentId, type StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import { day, type Instant } from '../../platform/base/times.ts'
import { type DisputeStatus, isActive } from './states.ts'

export const disputeReasons = ['unreceived_refund', 'identity_theft', 'product_issue', 'not_delivered'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** How long the merchant or the customer has for an answer that the dispute waits for (docs/contract/disputes.md#deadlines). */
export const answerTimeMs = 14 * day

/** Caps of one request (docs/contract/conventions.md#limits-of-bodies). */
export const maxDisputesPerRequest = 20
export const maxAttachmentsPerSubmission = 10
export const maxTextLength = 65_535

/** An item of the disputed order, in the wire's names: it is kept and shown, nothing is computed with it. */
export interface DisputeItem {
  readonly reference_id: string
  readonly title: string
  readonly unit_price: string
}

/** A dispute as it was at one version. Amounts in minor units of its currency; times in milliseconds. */
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
  /** The lower amount that the merchant proposed with a challenge, until support accepts it. */
  readonly proposedMinor: bigint | null
  readonly customerEmail: string
  readonly comment: string
  readonly orderNumber: string
  readonly items: readonly DisputeItem[]
  /** Every attachment of the whole case, in the order they came. */
  readonly attachmentIds: readonly string[]
  readonly createdAt: Instant
  /** When it is decided by itself for want of the answer it waits for; null while it waits for none. */
  readonly dueAt: Instant | null
  /** Whether the merchant has given evidence since support last asked for it, or at all when support never did. */
  readonly hasMerchantEvidence: boolean
  /** How many notifications it has announced. */
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

/** Who did something to a dispute: `createdBy` is an e-mail, `Disputes API`, or empty for support. */
export interface Author {
  readonly source: 'customer' | 'merchant' | 'support'
  readonly createdBy: string
}

export const support: Author = { source: 'support', createdBy: '' }
export const merchantThroughApi: Author = { source: 'merchant', createdBy: 'Disputes API' }

export function customerOf(dispute: Pick<Dispute, 'customerEmail'>): Author {
  return { source: 'customer', createdBy: dispute.customerEmail }
}

/** One line of a dispute's history. Nothing is ever taken out of it. */
export interface HistoryEntry extends Author {
  readonly id: string
  readonly eventType: EventType
  readonly content: string
  readonly note: string
  readonly attachmentIds: readonly string[]
  readonly createdAt: Instant
}

/** What a dispute notification calls the change (docs/contract/notifications.md#what-is-announced). */
export const announcements = [
  'pending',
  'arbitration',
  'evidence_merchant',
  'approved',
  'declined',
  'cancelled',
] as const
export type Announcement = (typeof announcements)[number]

/** What becomes of the payment together with the dispute: refunds are held back, let go, or the disputed amount is refunded. */
export type OnPayment = 'hold' | 'release' | 'refund' | 'none'

/** What a rule answers: all of it is saved together, or nothing. */
export interface DisputeChange {
  /** The dispute as it will be, still with the version that was read. */
  readonly dispute: Dispute
  readonly entry: HistoryEntry
  readonly announce: Announcement | null
  readonly payment: OnPayment
}

/** What somebody says and shows with a transition. */
export interface Statement {
  readonly content?: string
  readonly note?: string
  readonly attachmentIds?: readonly string[]
}

/** A line of history by this author, at this moment. */
export function entryOf(author: Author, eventType: EventType, said: Statement, at: Instant): HistoryEntry {
  const { content = '', note = '', attachmentIds = [] } = said
  return { ...author, id: newOrderedId(), eventType, content, note, attachmentIds, createdAt: at }
}

/** When the dispute is lost for want of any answer: 14 days after it was opened. */
export function expiredAt(dispute: Pick<Dispute, 'createdAt'>): Instant {
  return dispute.createdAt + answerTimeMs
}

/** Whole days left until `expiredAt`, rounded up; 0 once it is past or the dispute is resolved. */
export function daysLeft(dispute: Pick<Dispute, 'createdAt' | 'status'>, at: Instant): number {
  if (!isActive(dispute.status)) return 0
  return Math.max(0, Math.ceil((expiredAt(dispute) - at) / day))
}

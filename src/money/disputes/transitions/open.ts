import {
  type DisputeId,
  type MerchantId,
  newOrderedId,
  type PaymentId,
  type StoreId,
} from '../../../platform/base/ids.ts'
import { type Currency, formatAmount } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import {
  answerTimeMs,
  customerOf,
  type Dispute,
  type DisputeChange,
  type DisputeItem,
  type DisputeReason,
  entryOf,
} from '../dispute.ts'
import { refusals } from '../refusals.ts'

/** What is told of a payment to the rule of opening a dispute. Amounts in minor units. */
export interface DisputedPayment {
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  readonly storeId: StoreId
  readonly currency: Currency
  /** What is captured and not refunded; nothing else can be disputed. */
  readonly leftToRefundMinor: bigint
  readonly customerEmail: string
  readonly orderNumber: string
  readonly items: readonly DisputeItem[]
}

interface Complaint {
  readonly reason: DisputeReason
  /** Absent: all that is captured and not refunded. Positive, in minor units. */
  readonly amountMinor?: bigint
  readonly comment: string
  readonly attachmentIds: readonly string[]
}

/**
 * The customer opens a dispute about captured money (docs/contract/disputes.md#opening). Refuses an amount above what is left to
 * refund. Whether the payment can be disputed at all is for the payment to say, when refunds are held back.
 */
export function openDispute(payment: DisputedPayment, complaint: Complaint, at: Instant): DisputeChange {
  const { leftToRefundMinor, ...facts } = payment
  const amountMinor = complaint.amountMinor ?? leftToRefundMinor
  if (amountMinor > leftToRefundMinor) throw refusals.tooMuch(formatAmount(leftToRefundMinor, payment.currency))
  const id: DisputeId = newOrderedId()
  const entry = entryOf(
    customerOf(payment),
    'dispute_created',
    { content: complaint.comment, attachmentIds: complaint.attachmentIds },
    at,
  )
  const dispute: Dispute = {
    ...facts,
    id,
    version: 0,
    status: 'new',
    reason: complaint.reason,
    amountMinor,
    proposedMinor: null,
    comment: complaint.comment,
    attachmentIds: complaint.attachmentIds,
    createdAt: at,
    dueAt: at + answerTimeMs,
    hasMerchantEvidence: false,
    announced: 0,
  }
  return { dispute, entry, announce: 'pending', payment: 'hold' }
}

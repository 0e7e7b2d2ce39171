import {
  type DisputeId,
  type MerchantId,
  newOrderedId,
  type PaymentId,
  type StoreId,
} from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { formatAmount } from '../../../platform/base/money.ts'
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

/** The facts about a payment that decide whether a dispute can be opened. Amounts in minor units. */
export interface DisputedPayment {
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  readonly storeId: StoreId
  readonly currency: Currency
  /** The captured amount without refunds: the most that can be disputed. */
  readonly leftToRefundMinor: bigint
  readonly customerEmail: string
  readonly orderNumber: string
  readonly items: readonly DisputeItem[]
}

interface Complaint {
  readonly reason: DisputeReason
  /** Positive, in minor units. Absent: the captured amount without refunds. */
  readonly amountMinor?: bigint
  readonly comment: string
  readonly attachmentIds: readonly string[]
}

/**
 * Opens the customer's dispute about captured money (docs/contract/disputes.md#opening). Refuses an amount above
 * the refundable one. The payment itself refuses when its refunds are blocked already.
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

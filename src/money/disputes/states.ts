import { defineStates } from '../../platform/base/states.ts'

export const disputeStatuses = [
  'new',
  'in_progress',
  'evidence_merchant',
  'evidence_customer',
  'refunded',
  'declined',
  'cancelled',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** What can happen to a dispute after the customer opened it. `lapse` is 14 days without the answer it waits for. */
export type DisputeTransition =
  | 'approve'
  | 'challenge'
  | 'lapse'
  | 'withdraw'
  | 'ask_merchant'
  | 'ask_customer'
  | 'merchant_evidence'
  | 'customer_evidence'
  | 'refund'
  | 'decline'
  | 'accept_amount'
  | 'comment'

/** The life of a dispute (docs/contract/disputes.md#life). */
export const disputeStates = defineStates<DisputeStatus, DisputeTransition>('dispute', ['new'], {
  new: {
    approve: ['refunded'],
    challenge: ['in_progress'],
    lapse: ['refunded'],
    withdraw: ['cancelled'],
    merchant_evidence: ['new'],
    comment: ['new'],
  },
  in_progress: {
    approve: ['refunded'],
    withdraw: ['cancelled'],
    ask_merchant: ['evidence_merchant'],
    ask_customer: ['evidence_customer'],
    merchant_evidence: ['in_progress'],
    refund: ['refunded'],
    decline: ['declined'],
    accept_amount: ['in_progress'],
    comment: ['in_progress'],
  },
  evidence_merchant: {
    approve: ['refunded'],
    lapse: ['refunded'],
    withdraw: ['cancelled'],
    merchant_evidence: ['in_progress'],
    comment: ['evidence_merchant'],
  },
  evidence_customer: {
    approve: ['refunded'],
    lapse: ['declined'],
    withdraw: ['cancelled'],
    customer_evidence: ['in_progress'],
    comment: ['evidence_customer'],
  },
  refunded: { comment: ['refunded'] },
  declined: { comment: ['declined'] },
  cancelled: { comment: ['cancelled'] },
})

/** Where the transition leads from this status; undefined when the table does not allow it. */
export function statusAfter(from: DisputeStatus, name: DisputeTransition): DisputeStatus | undefined {
  return disputeStates.table[from][name]?.[0]
}

const resolved: readonly DisputeStatus[] = ['refunded', 'declined', 'cancelled']

/** Whether the dispute is still open, and so holds back refunds of its payment. */
export function isActive(status: DisputeStatus): boolean {
  return !resolved.includes(status)
}

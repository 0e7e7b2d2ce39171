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

/** The transitions of a dispute after it was opened. `lapse`: 14 days passed without the awaited answer. */
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

/** The states of a dispute (docs/contract/disputes.md#life). */
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

/** Returns the status after the transition; undefined if the table does not allow it. */
export function statusAfter(from: DisputeStatus, name: DisputeTransition): DisputeStatus | undefined {
  return disputeStates.table[from][name]?.[0]
}

const resolved: readonly DisputeStatus[] = ['refunded', 'declined', 'cancelled']

/** Whether the dispute is still open, and so blocks refunds of its payment. */
export function isActive(status: DisputeStatus): boolean {
  return !resolved.includes(status)
}

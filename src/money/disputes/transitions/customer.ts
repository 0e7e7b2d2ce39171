import type { Instant } from '../../../platform/base/times.ts'
import { customerOf, type Dispute, type DisputeChange, entryOf } from '../dispute.ts'
import { refusals } from '../refusals.ts'
import { type Evidence, requireSubmission } from './merchant.ts'
import { transition } from './transition.ts'

/** Withdraws the dispute as the customer. Refuses a dispute that is not active. */
export function withdraw(dispute: Dispute, at: Instant): DisputeChange {
  const entry = entryOf(customerOf(dispute), 'dispute_canceled', {}, at)
  const change = transition(dispute, 'withdraw', entry, 'cancelled')
  if (change === undefined) throw refusals.wrongStatus(dispute.status)
  return change
}

/** Adds the customer's evidence. Refuses a dispute in which support has not asked the customer. */
export function provideCustomerEvidence(dispute: Dispute, evidence: Evidence, at: Instant): DisputeChange {
  requireSubmission(evidence.content, evidence.attachmentIds)
  const entry = entryOf(customerOf(dispute), 'evidence_customer_provided', evidence, at)
  const change = transition(dispute, 'customer_evidence', entry, null)
  if (change === undefined) throw refusals.wrongStatus(dispute.status)
  return change
}

import { parseAmount } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import {
  type Author,
  type Dispute,
  type DisputeChange,
  entryOf,
  maxAttachmentsPerSubmission,
  maxTextLength,
} from '../dispute.ts'
import { refusals } from '../refusals.ts'
import { transition } from './transition.ts'

export const challengeReasons = [
  'merchant_reason_other',
  'merchant_reason_order_on_its_way',
  'merchant_reason_order_has_been_already_delivered',
  'merchant_reason_order_amount_should_be_different',
  'merchant_reason_problem_with_delivery',
] as const
type ChallengeReason = (typeof challengeReasons)[number]

export interface Challenge {
  readonly reason: ChallengeReason
  readonly description: string
  /** A decimal text, read only with the reason that needs it. */
  readonly amount: string | null
  readonly attachmentIds: readonly string[]
}

export interface Evidence {
  readonly content: string
  readonly attachmentIds: readonly string[]
}

/** The merchant gives in: the disputed amount goes back to the customer. Refuses a dispute that is not active. */
export function approve(dispute: Dispute, author: Author, at: Instant): DisputeChange {
  const change = transition(dispute, 'approve', entryOf(author, 'dispute_approved', {}, at), 'approved')
  if (change === undefined) throw refusals.badRequest()
  return change
}

/**
 * The merchant asks support to review. Refuses a dispute that is not new, and, where the amount should be different, one
 * that is not positive, not below the disputed amount, or has too many decimals.
 */
export function challenge(dispute: Dispute, request: Challenge, author: Author, at: Instant): DisputeChange {
  requireSubmission(request.description, request.attachmentIds)
  const said = { content: request.reason, note: request.description, attachmentIds: request.attachmentIds }
  const change = transition(dispute, 'challenge', entryOf(author, 'dispute_in_arbitration', said, at), 'arbitration')
  if (change === undefined) throw refusals.badRequest()
  return { ...change, dispute: { ...change.dispute, proposedMinor: proposedAmount(dispute, request) } }
}

function proposedAmount(dispute: Dispute, request: Challenge): bigint | null {
  if (request.reason !== 'merchant_reason_order_amount_should_be_different') return null
  const proposed = parseAmount(request.amount ?? '', dispute.currency)
  if (typeof proposed === 'string' || proposed <= 0n || proposed >= dispute.amountMinor) throw refusals.badRequest()
  return proposed
}

/**
 * The merchant's evidence. It is accepted in `new`, `in_progress` and `evidence_merchant`, once since support last asked for
 * it; otherwise 409. What support asked for brings the dispute back to `in_progress`. In `new` it is no answer yet: the
 * merchant still has to approve or to challenge within the 14 days that the dispute shows.
 */
export function provideEvidence(dispute: Dispute, evidence: Evidence, author: Author, at: Instant): DisputeChange {
  requireEvidence(evidence)
  const entry = entryOf(author, 'evidence_merchant_provided', evidence, at)
  const change = transition(dispute, 'merchant_evidence', entry, null)
  if (change === undefined || dispute.hasMerchantEvidence) throw refusals.paymentIsDisputed()
  return { ...change, dispute: { ...change.dispute, hasMerchantEvidence: true } }
}

/** Refuses evidence that says and shows nothing, or too much. */
export function requireEvidence(evidence: Evidence): void {
  requireSubmission(evidence.content, evidence.attachmentIds)
  if (evidence.content.trim() === '' && evidence.attachmentIds.length === 0) throw refusals.badRequest()
}

/** Refuses a text that is too long, and more attachments than one submission may have. */
export function requireSubmission(text: string, attachmentIds: readonly string[]): void {
  if (text.length > maxTextLength) throw refusals.badRequest()
  if (attachmentIds.length > maxAttachmentsPerSubmission) throw refusals.badRequest()
}

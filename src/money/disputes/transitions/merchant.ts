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
  /** A decimal text. It is read only for the reason that needs an amount. */
  readonly amount: string | null
  readonly attachmentIds: readonly string[]
}

export interface Evidence {
  readonly content: string
  readonly attachmentIds: readonly string[]
}

/** The merchant approves: the disputed amount is refunded. Refuses a dispute that is not active. */
export function approve(dispute: Dispute, author: Author, at: Instant): DisputeChange {
  const change = transition(dispute, 'approve', entryOf(author, 'dispute_approved', {}, at), 'approved')
  if (change === undefined) throw refusals.badRequest()
  return change
}

/**
 * The merchant asks support to review. Refuses a dispute that is not `new`. A proposed amount must be positive,
 * below the disputed amount, and have the currency's decimals.
 */
export function challenge(dispute: Dispute, request: Challenge, author: Author, at: Instant): DisputeChange {
  requireSubmission(request.description, request.attachmentIds)
  const texts = { content: request.reason, note: request.description, attachmentIds: request.attachmentIds }
  const change = transition(dispute, 'challenge', entryOf(author, 'dispute_in_arbitration', texts, at), 'arbitration')
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
 * Adds the merchant's evidence. It is accepted in `new`, `in_progress` and `evidence_merchant`, once after each
 * request of support; otherwise 409. Requested evidence moves the dispute to `in_progress`. In `new` the merchant
 * must still approve or challenge within the 14 days that the dispute shows.
 */
export function provideEvidence(dispute: Dispute, evidence: Evidence, author: Author, at: Instant): DisputeChange {
  requireEvidence(evidence)
  const entry = entryOf(author, 'evidence_merchant_provided', evidence, at)
  const change = transition(dispute, 'merchant_evidence', entry, null)
  if (change === undefined || dispute.hasMerchantEvidence) throw refusals.paymentIsDisputed()
  return { ...change, dispute: { ...change.dispute, hasMerchantEvidence: true } }
}

/** Refuses evidence without text and attachments, and evidence above the limits. */
export function requireEvidence(evidence: Evidence): void {
  requireSubmission(evidence.content, evidence.attachmentIds)
  if (evidence.content.trim() === '' && evidence.attachmentIds.length === 0) throw refusals.badRequest()
}

/** Refuses a text that is too long, and more attachments than one submission may have. */
export function requireSubmission(text: string, attachmentIds: readonly string[]): void {
  if (text.length > maxTextLength) throw refusals.badRequest()
  if (attachmentIds.length > maxAttachmentsPerSubmission) throw refusals.badRequest()
}

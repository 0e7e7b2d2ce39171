import { formatAmount } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import {
  type Announcement,
  type Dispute,
  type DisputeChange,
  type EventType,
  entryOf,
  type Statement,
  support,
} from '../dispute.ts'
import { refusals } from '../refusals.ts'
import type { DisputeTransition } from '../states.ts'
import { requireSubmission } from './merchant.ts'
import { transition } from './transition.ts'

/** Requests evidence of the merchant or the customer within 14 days. Refuses unless support reviews the dispute. */
export function requestEvidence(
  dispute: Dispute,
  from: 'merchant' | 'customer',
  text: string,
  at: Instant,
): DisputeChange {
  if (from === 'customer') return bySupport(dispute, 'ask_customer', 'evidence_customer', { content: text }, null, at)
  const change = bySupport(dispute, 'ask_merchant', 'evidence_merchant', { content: text }, 'evidence_merchant', at)
  return { ...change, dispute: { ...change.dispute, hasMerchantEvidence: false } }
}

/**
 * Decides for the customer: the disputed amount is refunded, or a smaller one, which becomes the disputed amount. Refuses
 * any other amount, and unless support reviews the dispute.
 */
export function refund(
  dispute: Dispute,
  text: string,
  at: Instant,
  amountMinor: bigint = dispute.amountMinor,
): DisputeChange {
  if (amountMinor <= 0n || amountMinor > dispute.amountMinor) throw refusals.badRequest()
  const isAll = amountMinor === dispute.amountMinor
  const texts = isAll ? { content: text } : { content: formatAmount(amountMinor, dispute.currency), note: text }
  const change = bySupport(dispute, 'refund', 'dispute_approved', texts, 'approved', at)
  return isAll ? change : { ...change, dispute: { ...change.dispute, amountMinor, proposedMinor: null } }
}

/** Decides for the merchant. Refuses unless support reviews the dispute. */
export function decline(dispute: Dispute, text: string, at: Instant): DisputeChange {
  return bySupport(dispute, 'decline', 'dispute_declined', { content: text }, 'declined', at)
}

/** Makes the amount that the merchant proposed the disputed amount. Refuses if there is none. */
export function acceptAmount(dispute: Dispute, text: string, at: Instant): DisputeChange {
  const amountMinor = dispute.proposedMinor
  const texts = { content: formatAmount(amountMinor ?? dispute.amountMinor, dispute.currency), note: text }
  const change = bySupport(dispute, 'accept_amount', 'dispute_amount_changed', texts, null, at)
  if (amountMinor === null) throw refusals.noProposedAmount()
  return { ...change, dispute: { ...change.dispute, amountMinor, proposedMinor: null } }
}

/** Adds a comment of support, in any status. */
export function comment(dispute: Dispute, text: string, at: Instant): DisputeChange {
  return bySupport(dispute, 'comment', 'dispute_comment_added', { content: text }, null, at)
}

function bySupport(
  dispute: Dispute,
  name: DisputeTransition,
  eventType: EventType,
  texts: Statement,
  announce: Announcement | null,
  at: Instant,
): DisputeChange {
  requireSubmission(texts.note ?? texts.content ?? '', [])
  const change = transition(dispute, name, entryOf(support, eventType, texts, at), announce)
  if (change === undefined) throw refusals.wrongStatus(dispute.status)
  return change
}

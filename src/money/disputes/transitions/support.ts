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

/** Support asks the merchant or the customer for evidence, to be given within 14 days. Refuses unless it is reviewing. */
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

/** Support decides for the customer: the disputed amount is refunded. Refuses unless it is reviewing. */
export function refund(dispute: Dispute, text: string, at: Instant): DisputeChange {
  return bySupport(dispute, 'refund', 'dispute_approved', { content: text }, 'approved', at)
}

/** Support decides for the merchant. Refuses unless it is reviewing. */
export function decline(dispute: Dispute, text: string, at: Instant): DisputeChange {
  return bySupport(dispute, 'decline', 'dispute_declined', { content: text }, 'declined', at)
}

/** Support accepts the amount that the merchant proposed: from now on it is the disputed one. Refuses when there is none. */
export function acceptAmount(dispute: Dispute, text: string, at: Instant): DisputeChange {
  const amountMinor = dispute.proposedMinor
  const said = { content: formatAmount(amountMinor ?? dispute.amountMinor, dispute.currency), note: text }
  const change = bySupport(dispute, 'accept_amount', 'dispute_amount_changed', said, null, at)
  if (amountMinor === null) throw refusals.noProposedAmount()
  return { ...change, dispute: { ...change.dispute, amountMinor, proposedMinor: null } }
}

/** A remark by support, in any status. */
export function comment(dispute: Dispute, text: string, at: Instant): DisputeChange {
  return bySupport(dispute, 'comment', 'dispute_comment_added', { content: text }, null, at)
}

function bySupport(
  dispute: Dispute,
  name: DisputeTransition,
  eventType: EventType,
  said: Statement,
  announce: Announcement | null,
  at: Instant,
): DisputeChange {
  requireSubmission(said.note ?? said.content ?? '', [])
  const change = transition(dispute, name, entryOf(support, eventType, said, at), announce)
  if (change === undefined) throw refusals.wrongStatus(dispute.status)
  return change
}

import type { Instant } from '../../../platform/base/times.ts'
import {
  type Announcement,
  answerTimeMs,
  type Dispute,
  type DisputeChange,
  entryOf,
  type HistoryEntry,
  type OnPayment,
  support,
} from '../dispute.ts'
import { type DisputeStatus, type DisputeTransition, isActive, statusAfter } from '../states.ts'

/**
 * Returns the dispute in its next status, with a history entry; undefined if the state table has no such
 * transition. A resolved dispute unblocks refunds of its payment. A dispute that requests evidence is due in 14
 * days.
 */
export function transition(
  dispute: Dispute,
  name: DisputeTransition,
  entry: HistoryEntry,
  announce: Announcement | null,
): DisputeChange | undefined {
  const status = statusAfter(dispute.status, name)
  if (status === undefined) return undefined
  const isNewWait = status !== dispute.status && (status === 'evidence_merchant' || status === 'evidence_customer')
  const dueAt = isNewWait ? entry.createdAt + answerTimeMs : status === dispute.status ? dispute.dueAt : null
  return {
    dispute: { ...dispute, status, dueAt, attachmentIds: withAdded(dispute.attachmentIds, entry.attachmentIds) },
    entry,
    announce,
    payment: effectOnPayment(dispute.status, status),
  }
}

function effectOnPayment(from: DisputeStatus, to: DisputeStatus): OnPayment {
  if (!isActive(from) || isActive(to)) return 'none'
  return to === 'refunded' ? 'refund' : 'release'
}

function withAdded(known: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...known, ...added])]
}

/**
 * Returns the decision after 14 days without an answer (docs/contract/disputes.md#deadlines). Without the
 * merchant's answer the customer wins, and without the customer's the merchant. Its date is the due time, even if
 * it is saved later. Undefined before the due time.
 */
export function lapse(dispute: Dispute, now: Instant): DisputeChange | undefined {
  if (dispute.dueAt === null || now < dispute.dueAt) return undefined
  const ofCustomer = dispute.status === 'evidence_customer'
  const eventType = ofCustomer ? 'customer_14d_unresponsive' : 'merchant_14d_unresponsive'
  const entry = entryOf(support, eventType, {}, dispute.dueAt)
  return transition(dispute, 'lapse', entry, ofCustomer ? 'declined' : 'approved')
}

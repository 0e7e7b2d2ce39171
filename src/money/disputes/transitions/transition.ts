import {
  type Announcement,
  answerTimeMs,
  type Dispute,
  type DisputeChange,
  type HistoryEntry,
  type OnPayment,
} from '../dispute.ts'
import { type DisputeStatus, type DisputeTransition, isActive, statusAfter } from '../states.ts'

/**
 * The dispute in the status its table has for this transition, with a line of history; undefined where the table has none.
 * A dispute that is resolved lets go of its payment, one that waits for an answer does so for 14 days.
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

import { formatAmount } from '../../platform/base/money.ts'
import { formatMilliseconds, formatSeconds, type Instant } from '../../platform/base/times.ts'
import type { EvidenceAnswer, HistoryAnswer, ListedDispute, WholeDispute } from './answers.ts'
import { type Announcement, type Dispute, daysLeft, expiredAt, type HistoryEntry } from './dispute.ts'
import type { DisputeNotification } from './notification-schema.ts'

/** Where an attachment is served to the key of the merchant it belongs to. */
function attachmentUrl(baseUrl: string, attachmentId: string): string {
  return `${baseUrl}/api/v1/disputes/attachments/${attachmentId}`
}

/**
 * Returns the dispute in its JSON form at this time, with its history if it is given
 * (docs/contract/disputes.md#the-dispute).
 */
export function formatDispute(dispute: Dispute, at: Instant, baseUrl: string): ListedDispute
export function formatDispute(
  dispute: Dispute,
  at: Instant,
  baseUrl: string,
  history: readonly HistoryEntry[],
): WholeDispute
export function formatDispute(
  dispute: Dispute,
  at: Instant,
  baseUrl: string,
  history?: readonly HistoryEntry[],
): ListedDispute | WholeDispute {
  return {
    id: dispute.id,
    attachments: dispute.attachmentIds.map((id) => attachmentUrl(baseUrl, id)),
    payment_id: dispute.paymentId,
    amount: formatAmount(dispute.amountMinor, dispute.currency),
    currency: dispute.currency,
    created_at: formatMilliseconds(dispute.createdAt),
    expired_at: formatMilliseconds(expiredAt(dispute)),
    status: dispute.status,
    reason: dispute.reason,
    days_left: daysLeft(dispute, at),
    ...(history === undefined ? {} : { history: history.map((entry) => formatEntry(entry, baseUrl)) }),
    items: dispute.items,
    order_number: dispute.orderNumber,
    comment: dispute.comment,
  }
}

function formatEntry(entry: HistoryEntry, baseUrl: string): HistoryAnswer {
  return {
    attachments: entry.attachmentIds.map((id) => attachmentUrl(baseUrl, id)),
    created_at: formatMilliseconds(entry.createdAt),
    created_by: entry.createdBy,
    content: entry.content,
    source: entry.source,
    event_type: entry.eventType,
    note: entry.note,
  }
}

/** Evidence in the wire's shape: times in whole seconds. */
export function formatEvidence(dispute: Dispute, entry: HistoryEntry): EvidenceAnswer {
  return {
    id: entry.id,
    dispute_id: dispute.id,
    content: entry.content,
    created_by: entry.source,
    created_at: formatSeconds(entry.createdAt),
    attachment_ids: entry.attachmentIds,
  }
}

/** The frozen body of a dispute notification: times in whole seconds. */
export function formatNotification(dispute: Dispute, status: Announcement): DisputeNotification {
  return {
    status,
    dispute_id: dispute.id,
    payment_id: dispute.paymentId,
    amount: formatAmount(dispute.amountMinor, dispute.currency),
    currency: dispute.currency,
    created_at: formatSeconds(dispute.createdAt),
  }
}

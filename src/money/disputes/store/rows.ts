import type { Currency } from '../../../platform/base/markets.ts'
import {
  array,
  bool,
  columnList,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  records,
  type TypeOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { actorColumns } from '../../../platform/merchants/caller.ts'
import type { Dispute, DisputeItem, DisputeReason, EventType, HistoryEntry } from '../dispute.ts'
import type { DisputeStatus } from '../states.ts'

export const keyColumns = { merchant_id: uuid, id: uuid, version: int4 }

/** Columns that never change after the dispute is opened. */
const keptColumns = {
  payment_id: uuid,
  store_id: uuid,
  reason: text,
  currency: text,
  customer_email: text,
  comment: text,
  order_number: text,
  items: json<readonly DisputeItem[]>(),
  created_at: timestamptz,
}

/** Columns that a change updates. */
export const changedColumns = {
  status: text,
  amount_minor: int8,
  proposed_minor: nullable(int8),
  attachment_ids: array(uuid),
  due_at: nullable(timestamptz),
  has_merchant_evidence: bool,
  announced: int4,
}

export const disputeColumns = { ...keyColumns, ...keptColumns, ...changedColumns }
export const disputeNames = columnList(disputeColumns)
export const disputeRecords = records(disputeColumns)
type DisputeRow = TypeOf<typeof disputeRecords>[number]

const entryColumns = {
  id: uuid,
  source: text,
  created_by: text,
  event_type: text,
  content: text,
  note: text,
  attachment_ids: array(uuid),
  created_at: timestamptz,
}
/** A history entry as it is inserted: with the actor, which no answer shows. */
export const writtenEntryColumns = { ...entryColumns, ...actorColumns }
export const entryRecords = records(writtenEntryColumns)
export type EntryRow = RowOf<typeof entryColumns>

/** SQL: the members of a history entry as JSON, times in milliseconds. */
export const entryMembers = Object.entries(entryColumns).map(([name, { pg }]) =>
  pg === 'timestamptz' ? `'${name}', (extract(epoch from ${name}) * 1000)::bigint` : `'${name}', ${name}`,
)

export function disputeFrom(row: DisputeRow): Dispute {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    paymentId: row.payment_id,
    storeId: row.store_id,
    version: row.version,
    status: row.status as DisputeStatus,
    reason: row.reason as DisputeReason,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    proposedMinor: row.proposed_minor,
    customerEmail: row.customer_email,
    comment: row.comment,
    orderNumber: row.order_number,
    items: row.items,
    attachmentIds: row.attachment_ids,
    createdAt: row.created_at,
    dueAt: row.due_at,
    hasMerchantEvidence: row.has_merchant_evidence,
    announced: row.announced,
  }
}

export function rowOf(dispute: Dispute): DisputeRow {
  return {
    merchant_id: dispute.merchantId,
    id: dispute.id,
    payment_id: dispute.paymentId,
    store_id: dispute.storeId,
    version: dispute.version,
    status: dispute.status,
    reason: dispute.reason,
    currency: dispute.currency,
    amount_minor: dispute.amountMinor,
    proposed_minor: dispute.proposedMinor,
    customer_email: dispute.customerEmail,
    comment: dispute.comment,
    order_number: dispute.orderNumber,
    items: dispute.items,
    attachment_ids: dispute.attachmentIds,
    created_at: dispute.createdAt,
    due_at: dispute.dueAt,
    has_merchant_evidence: dispute.hasMerchantEvidence,
    announced: dispute.announced,
  }
}

export function historyFrom(rows: readonly EntryRow[]): HistoryEntry[] {
  return rows.map((row) => ({
    id: row.id,
    source: row.source as HistoryEntry['source'],
    createdBy: row.created_by,
    eventType: row.event_type as EventType,
    content: row.content,
    note: row.note,
    attachmentIds: row.attachment_ids,
    createdAt: row.created_at,
  }))
}

export function entryRowOf(entry: HistoryEntry): EntryRow {
  return {
    id: entry.id,
    source: entry.source,
    created_by: entry.createdBy,
    event_type: entry.eventType,
    content: entry.content,
    note: entry.note,
    attachment_ids: entry.attachmentIds,
    created_at: entry.createdAt,
  }
}

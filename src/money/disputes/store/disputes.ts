import type { Currency } from '../../../platform/base/money.ts'
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
import { inOrder, onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { actorColumns } from '../../../platform/merchants/caller.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import type { Dispute, DisputeItem, DisputeReason, EventType, HistoryEntry } from '../dispute.ts'
import type { DisputeStatus } from '../states.ts'

export const keyColumns = { merchant_id: uuid, id: uuid, version: int4 }

/** What a dispute is opened with and keeps. */
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

/** What a change makes of it. */
export const changedColumns = {
  status: text,
  amount_minor: int8,
  proposed_minor: nullable(int8),
  attachment_ids: array(uuid),
  due_at: nullable(timestamptz),
  has_merchant_evidence: bool,
  announced: int4,
}

const disputeColumns = { ...keyColumns, ...keptColumns, ...changedColumns }
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
/** A line of history as it is written: with who acted, which nobody is shown yet. */
export const writtenEntryColumns = { ...entryColumns, ...actorColumns }
export const entryRecords = records(writtenEntryColumns)
type EntryRow = RowOf<typeof entryColumns>

const entryMembers = Object.entries(entryColumns).map(([name, { pg }]) =>
  pg === 'timestamptz' ? `'${name}', (extract(epoch from ${name}) * 1000)::bigint` : `'${name}', ${name}`,
)

export const findDisputeRows = defineStatement(
  'find_disputes',
  { merchantId: uuid, ids: array(uuid) },
  disputeColumns,
  `select ${disputeNames} from disputes where merchant_id = :merchantId and id = any(:ids::uuid[])`,
)

export const findDisputeWithHistory = defineStatement(
  'find_dispute_with_history',
  { merchantId: uuid, id: uuid },
  { ...disputeColumns, history: json<readonly EntryRow[]>() },
  `select ${disputeNames}, (
     select json_agg(json_build_object(${entryMembers.join(', ')}) order by version)
     from dispute_history where merchant_id = :merchantId and dispute_id = :id) as history
   from disputes where merchant_id = :merchantId and id = :id`,
)

// Where a page begins: what was created at :createdFrom or later, and comes before that other position.
const page = { merchantId: uuid, createdFrom: timestamptz, createdBefore: timestamptz, idBefore: uuid, limit: int4 }
const isOnPage = 'created_at >= :createdFrom and (created_at, id) < (:createdBefore, :idBefore)'

// Newest first.
export const listDisputeRows = defineStatement(
  'list_disputes',
  page,
  disputeColumns,
  `select ${disputeNames} from disputes where merchant_id = :merchantId and ${isOnPage}
   order by created_at desc, id desc limit :limit`,
)

// Each of the statuses is a short walk along its own index, however rare it is.
export const listDisputeRowsByStatus = defineStatement(
  'list_disputes_by_status',
  { ...page, statuses: array(text) },
  disputeColumns,
  `select found.* from unnest(:statuses::text[]) as wanted (status) cross join lateral (
     select ${disputeNames} from disputes
     where merchant_id = :merchantId and status = wanted.status and ${isOnPage}
     order by created_at desc, id desc limit :limit
   ) as found
   order by found.created_at desc, found.id desc limit :limit`,
)

const isActive = `status in ('new', 'in_progress', 'evidence_merchant', 'evidence_customer')`

// For support, who decides disputes of all merchants: those of each status are a short walk along an index, oldest first.
export const listOpenDisputes = onEachShard(
  defineStatement(
    'list_open_disputes',
    { statuses: array(text), createdAfter: timestamptz, idAfter: uuid, limit: int4 },
    { ...disputeColumns, merchant_name: text, clock_offset_ms: int8 },
    `select ${columnList(disputeColumns, 'dispute')}, merchant.name as merchant_name, merchant.clock_offset_ms
   from (
     select found.* from unnest(:statuses::text[]) as wanted (status) cross join lateral (
       select ${disputeNames} from disputes
       where ${isActive} and status = wanted.status and (created_at, id) > (:createdAfter, :idAfter)
       order by created_at, id limit :limit
     ) as found order by found.created_at, found.id limit :limit
   ) as dispute join (${shownMerchants}) as merchant on merchant.merchant_id = dispute.merchant_id
   order by dispute.created_at, dispute.id`,
  ),
  inOrder('created_at', 'id'),
)

// Support is told an id and no merchant: one walk along the primary key by all merchants in order.
export const findDisputeOwner = defineStatement(
  'find_dispute_owner',
  { id: uuid },
  { merchant_id: uuid },
  `select dispute.merchant_id from disputes as dispute
   where dispute.merchant_id = any(array(select merchant_id from (${shownMerchants}) as merchant)) and dispute.id = :id limit 1`,
)

// First the one that ends first.
export const listDisputesToAnswer = defineStatement(
  'list_disputes_to_answer',
  { merchantId: uuid, statuses: array(text), limit: int4 },
  disputeColumns,
  `select ${disputeNames} from disputes
   where merchant_id = :merchantId and due_at is not null and status = any(:statuses::text[])
   order by due_at, id limit :limit`,
)

export const listDueDisputes = onEachShard(
  defineStatement(
    'list_due_disputes',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('dispute', 'disputes'),
  ),
)

export const listDueDisputesOfMerchant = defineStatement(
  'list_due_disputes_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4 },
  { id: uuid, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('dispute', 'disputes'),
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

import type { Currency } from '../../base/money.ts'
import { array, bool, int4, int8, json, nullable, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { hasNotFailed, isNotPutOff, triesOf } from '../../due/due.ts'
import type { Dispute, DisputeItem, DisputeReason, EventType, HistoryEntry } from '../dispute.ts'
import type { DisputeStatus } from '../states.ts'

interface HistoryRow {
  id: string
  source: string
  created_by: string
  event_type: string
  content: string
  note: string
  attachment_ids: string[]
  created_ms: number
}

const disputeColumns = {
  merchant_id: uuid,
  id: uuid,
  payment_id: uuid,
  store_id: uuid,
  version: int4,
  status: text,
  reason: text,
  currency: text,
  amount_minor: int8,
  proposed_minor: nullable(int8),
  customer_email: text,
  comment: text,
  order_number: text,
  items: json<readonly DisputeItem[]>(),
  attachment_ids: array(uuid),
  created_at: timestamptz,
  due_at: nullable(timestamptz),
  has_merchant_evidence: bool,
  announced: int4,
}

type DisputeRow = { [K in keyof typeof disputeColumns]: TypeOf<(typeof disputeColumns)[K]> }

const columns = `merchant_id, id, payment_id, store_id, version, status, reason, currency, amount_minor, proposed_minor,
    customer_email, comment, order_number, items, attachment_ids, created_at, due_at, has_merchant_evidence, announced`

export const findDisputeRows = defineStatement(
  'find_disputes',
  [uuid, array(uuid)],
  disputeColumns,
  `select ${columns} from disputes where merchant_id = $1 and id = any($2::uuid[])`,
)

export const findDisputeWithHistory = defineStatement(
  'find_dispute_with_history',
  [uuid, uuid],
  { ...disputeColumns, history: json<HistoryRow[]>() },
  `select ${columns}, (
     select json_agg(json_build_object('id', id, 'source', source, 'created_by', created_by, 'event_type', event_type,
       'content', content, 'note', note, 'attachment_ids', attachment_ids,
       'created_ms', (extract(epoch from created_at) * 1000)::bigint) order by version)
     from dispute_history where merchant_id = $1 and dispute_id = $2) as history
   from disputes where merchant_id = $1 and id = $2`,
)

// Disputes of a merchant from $2 on and before the position ($3, $4), newest first.
export const listDisputeRows = defineStatement(
  'list_disputes',
  [uuid, timestamptz, timestamptz, uuid, int4],
  disputeColumns,
  `select ${columns} from disputes
   where merchant_id = $1 and created_at >= $2 and (created_at, id) < ($3, $4)
   order by created_at desc, id desc limit $5`,
)

// The same of the statuses $6, each of which is a short walk along its own index, however rare it is.
export const listDisputeRowsByStatus = defineStatement(
  'list_disputes_by_status',
  [uuid, timestamptz, timestamptz, uuid, int4, array(text)],
  disputeColumns,
  `select found.* from unnest($6::text[]) as wanted (status) cross join lateral (
     select ${columns} from disputes
     where merchant_id = $1 and status = wanted.status and created_at >= $2 and (created_at, id) < ($3, $4)
     order by created_at desc, id desc limit $5
   ) as found
   order by found.created_at desc, found.id desc limit $5`,
)

// Sweeps look at all merchants. The second half is the sandbox's, where a merchant's clock may be ahead.
export const listDueDisputes = defineStatement(
  'list_due_disputes',
  [timestamptz, int4],
  { merchant_id: uuid, id: uuid, clock_offset_ms: int8, tries: nullable(int4) },
  `with due as (
     (select merchant_id, id from disputes where due_at <= $1 and ${isNotPutOff('dispute', 'disputes', '$1')}
      order by due_at limit $2)
     union
     select dispute.merchant_id, dispute.id
     from merchants as merchant cross join lateral (
       select merchant_id, id from disputes where merchant_id = merchant.merchant_id
         and due_at <= $1 + merchant.clock_offset_ms * interval '1 millisecond'
         and ${isNotPutOff('dispute', 'disputes', '$1')}
       order by due_at limit $2
     ) as dispute
     where merchant.clock_offset_ms > 0
   )
   select due.merchant_id, due.id, merchant.clock_offset_ms, ${triesOf('dispute', 'due')} as tries
   from due join merchants as merchant using (merchant_id) limit $2`,
)

export const listDueDisputesOfMerchant = defineStatement(
  'list_due_disputes_of_merchant',
  [uuid, timestamptz, int4, timestamptz],
  { id: uuid, due_at: timestamptz, tries: nullable(int4) },
  `select id, due_at, ${triesOf('dispute', 'disputes')} as tries
   from disputes where merchant_id = $1 and due_at <= $2 and ${hasNotFailed('dispute', 'disputes', '$4')}
   order by due_at, id limit $3`,
)

// What is told of the change besides the dispute itself; $1 and $2 are the merchant and the dispute in both statements.
const historyOf = `insert into dispute_history (merchant_id, dispute_id, version, id, source, created_by, event_type,
       content, note, attachment_ids, created_at)
     select $1, $2, saved.version, $3, $4, $5, $6, $7, $8, $9, $10 from saved`
const notificationOf = `insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, dispute_id,
       sequence, body, created_at)
     select $1, $11::uuid, 'dispute', saved.store_id, false, saved.payment_id, $2, saved.announced, $12, $10
     from saved where $11::uuid is not null`
const deliveriesOf = `insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
     select $1, gen_random_uuid(), $11::uuid, webhook.id, $13
     from saved join webhooks as webhook on webhook.merchant_id = $1 and webhook.store_id = saved.store_id
       and webhook.family = 'dispute' and not webhook.is_test and webhook.disabled_at is null
     where $11::uuid is not null`

// The files that the change refers to, marked as used so that no sweep removes them: all of them, or nothing is saved.
const usedOf = `update attachments set is_used = true where merchant_id = $1 and id = any($9::uuid[]) returning id`
const allUsed = `(select count(*) from used) = cardinality($9::uuid[])`

const told = [
  ...([uuid, uuid] as const), // $1, $2
  ...([uuid, text, text, text, text, text, array(uuid), timestamptz] as const), // $3–$10: history
  ...([nullable(uuid), nullable(json<object>()), timestamptz] as const), // $11–$13: notification, system time
] as const

export const insertDispute = defineStatement(
  'insert_dispute',
  [
    ...told,
    ...([uuid, uuid, text, text, text, int8, text, text, text, json<readonly DisputeItem[]>()] as const), // $14–$23
    nullable(timestamptz), // $24
  ],
  { saved: bool },
  `with used as (
     ${usedOf}
   ), saved as (
     insert into disputes (merchant_id, id, payment_id, store_id, version, status, reason, currency, amount_minor,
       customer_email, comment, order_number, items, attachment_ids, created_at, due_at, has_merchant_evidence, announced)
     select $1, $2, $14, $15, 1, $16, $17, $18, $19, $20, $21, $22, $23, $9, $10, $24, false, 1 where ${allUsed}
     returning store_id, payment_id, version, announced
   ), entered as (
     ${historyOf}
   ), announced as (
     ${notificationOf}
   ), due as (
     ${deliveriesOf}
   )
   select true as saved from saved`,
)

// Nothing of a dispute that is not at the version that was read, or that somebody holds: nobody waits for a lock.
export const updateDispute = defineStatement(
  'update_dispute',
  [
    ...told,
    ...([int4, text, int8, nullable(int8), array(uuid), nullable(timestamptz), bool, int4] as const), // $14–$21
  ],
  { saved: bool },
  `with used as (
     ${usedOf}
   ), unlocked as (
     select merchant_id, id from disputes where merchant_id = $1 and id = $2 for update skip locked
   ), saved as (
     update disputes
     set version = version + 1, status = $15, amount_minor = $16, proposed_minor = $17, attachment_ids = $18, due_at = $19,
       has_merchant_evidence = $20, announced = $21
     from unlocked
     where disputes.merchant_id = unlocked.merchant_id and disputes.id = unlocked.id and version = $14 and ${allUsed}
     returning store_id, payment_id, version, announced
   ), entered as (
     ${historyOf}
   ), announced as (
     ${notificationOf}
   ), due as (
     ${deliveriesOf}
   )
   select true as saved from saved`,
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

export function historyFrom(rows: readonly HistoryRow[]): HistoryEntry[] {
  return rows.map((row) => ({
    id: row.id,
    source: row.source as HistoryEntry['source'],
    createdBy: row.created_by,
    eventType: row.event_type as EventType,
    content: row.content,
    note: row.note,
    attachmentIds: row.attachment_ids,
    createdAt: row.created_ms,
  }))
}

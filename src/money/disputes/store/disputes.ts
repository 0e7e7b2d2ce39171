import { array, columnList, int4, int8, json, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { disputeColumns, disputeNames, type EntryRow, entryMembers } from './rows.ts'

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

// A page starts before the position (:createdBefore, :idBefore) and ends at :createdFrom.
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

// Each status is a short index scan, also if it is rare.
export const listDisputeRowsByStatus = defineStatement(
  'list_disputes_by_status',
  { ...page, statuses: array(text) },
  disputeColumns,
  `select found.* from unnest(:statuses::text[]) as requested (status) cross join lateral (
     select ${disputeNames} from disputes
     where merchant_id = :merchantId and status = requested.status and ${isOnPage}
     order by created_at desc, id desc limit :limit
   ) as found
   order by found.created_at desc, found.id desc limit :limit`,
)

const isActive = `status in ('new', 'in_progress', 'evidence_merchant', 'evidence_customer')`

// Support decides disputes of all merchants. Each status is a short index scan, oldest first.
export const listOpenDisputes = onEachShard(
  defineStatement(
    'list_open_disputes',
    { statuses: array(text), createdAfter: timestamptz, idAfter: uuid, limit: int4 },
    { ...disputeColumns, merchant_name: text, clock_offset_ms: int8 },
    `select ${columnList(disputeColumns, 'dispute')}, merchant.name as merchant_name, merchant.clock_offset_ms
   from (
     select found.* from unnest(:statuses::text[]) as requested (status) cross join lateral (
       select ${disputeNames} from disputes
       where ${isActive} and status = requested.status and (created_at, id) > (:createdAfter, :idAfter)
       order by created_at, id limit :limit
     ) as found order by found.created_at, found.id limit :limit
   ) as dispute join (${shownMerchants}) as merchant on merchant.merchant_id = dispute.merchant_id
   order by dispute.created_at, dispute.id`,
  ),
  inOrder('created_at', 'id'),
)

// Support has only the id: one scan along the primary key, by merchant.
export const findDisputeOwner = defineStatement(
  'find_dispute_owner',
  { id: uuid },
  { merchant_id: uuid },
  `select dispute.merchant_id from disputes as dispute
   where dispute.merchant_id = any(array(select merchant_id from (${shownMerchants}) as merchant)) and dispute.id = :id limit 1`,
)

// A page of a task list starts after the position (:after, :afterId), and has disputes that were opened in a span.
const task = {
  ...{ merchantId: uuid, statuses: array(text), after: timestamptz, afterId: uuid, limit: int4 },
  ...{ createdFrom: timestamptz, createdTo: timestamptz },
}

function selectTasks(time: 'due_at' | 'created_at', isListed: string): string {
  return `select found.* from unnest(:statuses::text[]) as requested (status) cross join lateral (
     select ${disputeNames} from disputes
     where merchant_id = :merchantId and status = requested.status and (${time}, id) > (:after, :afterId) and ${isListed}
     order by ${time}, id limit :limit
   ) as found
   order by found.${time}, found.id limit :limit`
}

const isInSpan = 'created_at >= :createdFrom and created_at <= :createdTo'

// The one that is due first comes first. Each status is a short index scan. Without `is true` the planner would read the
// whole span by the time of creation, and sort it.
export const listDisputeRowsByDue = defineStatement(
  'list_disputes_by_due',
  task,
  disputeColumns,
  selectTasks('due_at', `due_at is not null and (${isInSpan}) is true`),
)

// Oldest first. Each status is a short index scan.
export const listOldestDisputeRows = defineStatement(
  'list_oldest_disputes',
  task,
  disputeColumns,
  selectTasks('created_at', isInSpan),
)

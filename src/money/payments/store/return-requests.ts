import type { Currency } from '../../../platform/base/markets.ts'
import {
  bool,
  columnList,
  int4,
  int8,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'
import type { ReturnRequest, ReturnRequestState } from '../return-requests/return-request.ts'

const requestColumns = {
  merchant_id: uuid,
  id: uuid,
  payment_id: uuid,
  is_test: bool,
  currency: text,
  amount_minor: int8,
  seen_minor: int8,
  reason: text,
  state: text,
  asked_by: uuid,
  asked_name: text,
  asked_at: timestamptz,
}
const columns = {
  ...requestColumns,
  decided_by: nullable(uuid),
  decided_name: nullable(text),
  decided_at: nullable(timestamptz),
}

// Returns no row if another request waits for this payment.
export const insertReturnRequest = defineStatement(
  'insert_return_request',
  requestColumns,
  { id: uuid },
  `insert into return_requests (${columnList(requestColumns)}) values (${Object.keys(requestColumns)
    .map((name) => `:${name}`)
    .join(', ')})
   on conflict (merchant_id, payment_id) where state = 'waiting' do nothing returning id`,
)

export const findReturnRequest = defineStatement(
  'find_return_request',
  { merchantId: uuid, id: uuid },
  columns,
  `select ${columnList(columns)} from return_requests where merchant_id = :merchantId and id = :id`,
)

export const listReturnRequestsOfPayment = defineStatement(
  'list_return_requests_of_payment',
  { merchantId: uuid, paymentId: uuid, limit: int4 },
  columns,
  `select ${columnList(columns)} from return_requests where merchant_id = :merchantId and payment_id = :paymentId
   order by asked_at desc limit :limit`,
)

// Only while it waits, so that one of two simultaneous decisions counts. The requester cannot confirm.
export const decideReturnRequest = defineStatement(
  'decide_return_request',
  { merchantId: uuid, id: uuid, state: text, decidedBy: uuid, decidedName: text, now: timestamptz },
  { id: uuid },
  `update return_requests
   set state = :state, decided_by = :decidedBy, decided_name = :decidedName, decided_at = :now
   where merchant_id = :merchantId and id = :id and state = 'waiting' and (:state <> 'confirmed' or asked_by <> :decidedBy)
   returning id`,
)

// For support: of all merchants, oldest first.
export const listWaitingReturnRequests = defineStatement(
  'list_waiting_return_requests',
  { after: timestamptz, afterId: uuid, limit: int4 },
  { ...columns, merchant_name: text },
  `select ${columnList(columns, 'request')}, merchant.name as merchant_name
   from return_requests as request join (${shownMerchants}) as merchant on merchant.merchant_id = request.merchant_id
   where request.state = 'waiting' and (request.asked_at, request.id) > (:after, :afterId)
   order by request.asked_at, request.id limit :limit`,
)

export const listRequestsOfSandbox = onEachShard(
  defineStatement(
    'list_return_requests_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select merchant_id, count(*)::int4 as count, '' as what from return_requests
     where state = 'waiting' and (in_sandbox or :isUnmarkedToo) group by merchant_id`,
  ),
)

export const deleteRequestsOfSandbox = defineStatement(
  'delete_return_requests_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  {},
  `delete from return_requests where merchant_id = :merchantId and state = 'waiting' and (in_sandbox or :isUnmarkedToo)`,
)

export function returnRequestFrom(row: RowOf<typeof columns>): ReturnRequest {
  const { decided_by: id, decided_name: name } = row
  return {
    merchantId: row.merchant_id,
    id: row.id,
    paymentId: row.payment_id,
    isTest: row.is_test,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    expectedLeftMinor: row.seen_minor,
    reason: row.reason,
    state: row.state as ReturnRequestState,
    requestedBy: { id: row.asked_by, name: row.asked_name },
    requestedAt: row.asked_at,
    decidedBy: id === null ? undefined : { id, name: name ?? '' },
    decidedAt: row.decided_at,
  }
}

export const waitingReturnRequests = defineStatement(
  'measure_return_requests',
  waitingParams,
  waitingRow,
  countWaiting(
    `select asked_at as since from return_requests where state = 'waiting' and asked_at <= :now order by asked_at limit :limit`,
  ),
)

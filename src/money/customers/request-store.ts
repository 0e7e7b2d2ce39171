import { bool, columnList, int4, paramList, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import { remainingColumns } from '../../platform/merchants/sandbox-remains.ts'

export const requestColumns = {
  merchant_id: uuid,
  id: uuid,
  phone: text,
  is_test: bool,
  reason: text,
  requested_by: uuid,
  requested_name: text,
  requested_at: timestamptz,
  ends_at: timestamptz,
}
const names = columnList(requestColumns)

// Returns no row if another request waits for the customer. One that is over makes room.
export const insertRequest = defineStatement(
  'insert_erasure_request',
  { ...requestColumns, now: timestamptz },
  { id: uuid },
  `insert into erasure_requests as known (${names}) values (${paramList(requestColumns)})
   on conflict (merchant_id, phone, is_test) do update set id = excluded.id, reason = excluded.reason,
     requested_by = excluded.requested_by, requested_name = excluded.requested_name,
     requested_at = excluded.requested_at, ends_at = excluded.ends_at
   where known.ends_at <= :now returning id`,
)

export const findRequest = defineStatement(
  'find_erasure_request',
  { merchantId: uuid, id: uuid, now: timestamptz },
  requestColumns,
  `select ${names} from erasure_requests where merchant_id = :merchantId and id = :id and ends_at > :now`,
)

export const listRequestsOf = defineStatement(
  'list_erasure_requests_of_phone',
  { merchantId: uuid, phone: text, now: timestamptz },
  requestColumns,
  `select ${names} from erasure_requests
   where merchant_id = :merchantId and phone = :phone and ends_at > :now order by is_test`,
)

export const listRequests = defineStatement(
  'list_erasure_requests',
  { merchantId: uuid, now: timestamptz, after: timestamptz, afterId: uuid, limit: int4 },
  requestColumns,
  `select ${names} from erasure_requests
   where merchant_id = :merchantId and ends_at > :now and (requested_at, id) > (:after, :afterId)
   order by requested_at, id limit :limit`,
)

// Of two agents who decide at the same time, one succeeds. One whose process died is taken over.
const isFree = '(begun_at is null or begun_at < :before)'

export const beginRequest = defineStatement(
  'begin_erasure_request',
  { merchantId: uuid, id: uuid, now: timestamptz, before: timestamptz },
  { id: uuid },
  `update erasure_requests set begun_at = :now where merchant_id = :merchantId and id = :id and ${isFree} returning id`,
)

export const withdrawRequest = defineStatement(
  'withdraw_erasure_request',
  { merchantId: uuid, id: uuid, before: timestamptz },
  { id: uuid },
  `delete from erasure_requests where merchant_id = :merchantId and id = :id and ${isFree} returning id`,
)

export const completeRequest = defineStatement(
  'complete_erasure_request',
  { merchantId: uuid, id: uuid },
  { id: uuid },
  'delete from erasure_requests where merchant_id = :merchantId and id = :id returning id',
)

export const deleteOldRequests = defineStatement(
  'delete_old_erasure_requests',
  { merchantId: uuid, now: timestamptz },
  { id: uuid },
  'delete from erasure_requests where merchant_id = :merchantId and ends_at <= :now returning id',
)

export const listRequestsOfSandbox = defineStatement(
  'list_erasure_requests_of_sandbox',
  { merchantId: uuid },
  remainingColumns,
  `select merchant_id, count(*)::int4 as count, '' as what from erasure_requests
   where merchant_id = :merchantId and in_sandbox group by merchant_id`,
)

export const deleteRequestsOfSandbox = defineStatement(
  'delete_erasure_requests_of_sandbox',
  { merchantId: uuid },
  {},
  'delete from erasure_requests where merchant_id = :merchantId and in_sandbox',
)

import { bool, columnList, int4, nullable, paramList, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { shownMerchants } from '../../merchants/merchants-sql.ts'
import { firstOf, remainingColumns } from '../../merchants/sandbox-remains.ts'
import type { AdminRequest, AdminRequestState } from '../admin-requests/admin-request.ts'

const newColumns = {
  merchant_id: uuid,
  id: uuid,
  email: text,
  state: text,
  requested_by: uuid,
  requested_name: text,
  requested_at: timestamptz,
  ends_at: timestamptz,
}
const columns = {
  ...newColumns,
  decided_by: nullable(uuid),
  decided_name: nullable(text),
  decided_at: nullable(timestamptz),
}

// Returns no row if another request waits for the merchant.
export const insertAdminRequest = defineStatement(
  'insert_admin_request',
  newColumns,
  { id: uuid },
  `insert into admin_requests (${columnList(newColumns)}) values (${paramList(newColumns)})
   on conflict (merchant_id) where state = 'waiting' do nothing returning id`,
)

export const countAdminRequests = defineStatement(
  'count_admin_requests',
  { merchantId: uuid, since: timestamptz },
  { requests: int4 },
  `select count(*)::int4 as requests from admin_requests where merchant_id = :merchantId and requested_at > :since`,
)

// An expired request makes room for the next one.
export const endOldAdminRequest = defineStatement(
  'end_old_admin_request',
  { merchantId: uuid, now: timestamptz },
  {},
  `update admin_requests set state = 'ended' where merchant_id = :merchantId and state = 'waiting' and ends_at <= :now`,
)

export const findAdminRequest = defineStatement(
  'find_admin_request',
  { merchantId: uuid, id: uuid },
  columns,
  `select ${columnList(columns)} from admin_requests where merchant_id = :merchantId and id = :id`,
)

// Only while it waits: of two agents who decide at the same time, one succeeds. No agent confirms an own request.
export const decideAdminRequest = defineStatement(
  'decide_admin_request',
  { merchantId: uuid, id: uuid, state: text, decidedBy: uuid, decidedName: text, now: timestamptz },
  { id: uuid },
  `update admin_requests
   set state = :state, decided_by = :decidedBy, decided_name = :decidedName, decided_at = :now
   where merchant_id = :merchantId and id = :id and state = 'waiting' and ends_at > :now
     and (:state <> 'confirmed' or requested_by <> :decidedBy)
   returning id`,
)

// One statement, so one snapshot: a person who is joining is found as invited or as a member.
export const findAdmin = defineStatement(
  'find_admin_or_invitation',
  { merchantId: uuid, now: timestamptz },
  { has_admin: bool, is_invited: bool },
  `select
     exists (select from memberships where merchant_id = :merchantId and role = 'admin') as has_admin,
     exists (
       select from invitations
       where merchant_id = :merchantId and desk = 'dashboard' and role = 'admin' and used_at is null and ends_at > :now
     ) as is_invited`,
)

// Ends waiting requests, and open invitations that came of requests: the merchant has an admin now.
export const endAdminRequests = defineStatement(
  'end_admin_requests',
  { merchantId: uuid, now: timestamptz },
  {},
  `with ended as (
     update admin_requests set state = 'ended' where merchant_id = :merchantId and state = 'waiting'
   )
   update invitations as invitation set ends_at = :now
   where invitation.merchant_id = :merchantId and invitation.used_at is null and invitation.ends_at > :now
     and exists (
       select from admin_requests as request where request.merchant_id = invitation.merchant_id and request.id = invitation.id
     )`,
)

const isRequesterHere = `exists (
  select from agents as agent where agent.merchant_id = :allMerchants and agent.id = request.requested_by
) as is_requester_here`

export const findWaitingAdminRequest = defineStatement(
  'find_waiting_admin_request',
  { merchantId: uuid, allMerchants: uuid, now: timestamptz },
  { ...columns, is_requester_here: bool },
  `select ${columnList(columns, 'request')}, ${isRequesterHere} from admin_requests as request
   where request.merchant_id = :merchantId and request.state = 'waiting' and request.ends_at > :now`,
)

// For support, of all merchants, oldest first.
export const listWaitingAdminRequests = defineStatement(
  'list_waiting_admin_requests',
  { allMerchants: uuid, now: timestamptz, after: timestamptz, afterId: uuid, limit: int4 },
  { ...columns, is_requester_here: bool, merchant_name: text },
  `select ${columnList(columns, 'request')}, ${isRequesterHere}, merchant.name as merchant_name
   from admin_requests as request join (${shownMerchants}) as merchant on merchant.merchant_id = request.merchant_id
   where request.state = 'waiting' and request.ends_at > :now and (request.requested_at, request.id) > (:after, :afterId)
   order by request.requested_at, request.id limit :limit`,
)

// Several processes may sweep at the same time: locked rows are skipped.
export const deleteOldAdminRequests = defineStatement(
  'delete_old_admin_requests',
  { before: timestamptz, most: int4 },
  { id: uuid },
  `delete from admin_requests as request using (
     select merchant_id, id from admin_requests where ends_at <= :before order by ends_at limit :most for update skip locked
   ) as over
   where request.merchant_id = over.merchant_id and request.id = over.id
   returning request.id`,
)

export const listAdminRequestsOfSandbox = defineStatement(
  'list_admin_requests_of_sandbox',
  {},
  remainingColumns,
  `select merchant_id, count(*)::int4 as count, ${firstOf('email')} as what from admin_requests
   where state = 'waiting' and in_sandbox group by merchant_id`,
)

export const deleteAdminRequestsOfSandbox = defineStatement(
  'delete_admin_requests_of_sandbox',
  { merchantId: uuid },
  {},
  `delete from admin_requests where merchant_id = :merchantId and state = 'waiting' and in_sandbox`,
)

export function adminRequestFrom(row: RowOf<typeof columns>): AdminRequest {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    email: row.email,
    state: row.state as AdminRequestState,
    requestedBy: { id: row.requested_by, email: row.requested_name },
    requestedAt: row.requested_at,
    endsAt: row.ends_at,
  }
}

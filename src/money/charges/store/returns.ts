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
import { msFromNow } from '../../../platform/db/database-time.ts'
import { claimDue, type LeasedTable, moveDueWhere, selectClaimable } from '../../../platform/db/lease-sql.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { clockOffsetOf, shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { entryRecords, postEntries } from '../../ledger/entries-sql.ts'
import { oldestFirst } from '../charges-sql.ts'
import type { Return, ReturnState } from '../return.ts'

export const returnColumns = {
  merchant_id: uuid,
  id: uuid,
  payment_id: uuid,
  charge_id: uuid,
  version: int4,
  is_test: bool,
  currency: text,
  amount_minor: int8,
  state: text,
  created_at: timestamptz,
  checks: int4,
}

const leased: LeasedTable = { table: 'returns', alias: 'sent', dueAt: 'resolve_at' }

export const listReturnsOfPayment = defineStatement(
  'list_returns_of_payment',
  { merchantId: uuid, paymentId: uuid, isTest: bool },
  returnColumns,
  `select ${columnList(returnColumns)} from returns
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest order by ${oldestFirst}`,
)

// Over all merchants by time. Only lists: each row is claimed separately.
export const listDueReturns = onEachShard(
  defineStatement(
    'list_due_returns',
    { limit: int4 },
    { merchant_id: uuid, id: uuid },
    selectClaimable(leased, 'merchant_id, id'),
  ),
)

// Returns that were not sent yet.
export const listUnsentReturns = defineStatement(
  'list_unsent_returns',
  { merchantId: uuid, limit: int4 },
  { id: uuid },
  `select id from returns where merchant_id = :merchantId and resolve_at <= statement_timestamp() and checks = 0
   order by resolve_at limit :limit`,
)

// Claimed for the first time, so recently that the processor may still be answering. Later checks are not awaited.
export const findReturnBeingSent = defineStatement(
  'find_return_being_sent',
  { merchantId: uuid, remainingLeaseMs: int4 },
  { id: uuid },
  `select id from returns where merchant_id = :merchantId and checks = 1 and resolve_at > ${msFromNow(':remainingLeaseMs')} limit 1`,
)

// A claim moves the time on by a lease, so that two processes do not send the same return. Skips a locked row.
export const claimReturn = defineStatement(
  'claim_return',
  { merchantId: uuid, id: uuid, leaseMs: int4 },
  { ...returnColumns, clock_offset_ms: int8, charge_reference: text },
  `${claimDue(leased, 'merchant_id = :merchantId and id = :id', {
    to: msFromNow(':leaseMs'),
    set: ['checks = sent.checks + 1'],
    from: ['charges as charge'],
  })}
     and charge.merchant_id = :merchantId and charge.id = sent.charge_id
   returning ${columnList(returnColumns, 'sent')}, ${clockOffsetOf('sent')} as clock_offset_ms,
     charge.reference as charge_reference`,
)

// Only while it waits, so that one of two answers is stored. Posts entries of the return itself, as its version 1.
export const confirmReturn = defineStatement(
  'confirm_return',
  { merchantId: uuid, id: uuid, entries: entryRecords, at: timestamptz, dueAt: nullable(timestamptz) },
  { id: uuid },
  `with confirmed as (
     update returns set state = 'confirmed', settled_at = :at, resolve_at = null, due_at = :dueAt
     where merchant_id = :merchantId and id = :id and state = 'waiting'
     returning 0 as number, merchant_id, id, 1 as version, currency, :at::timestamptz as at
   ), ${postEntries('confirmed', 'id', ':entries')}
   select id from confirmed`,
)

// Of two processes that find the failure, one stores it. A confirmation is reversed (:entries) as the return's version
// 2: entries are posted only where `number` is set. The payment's change posts the debt to the customer.
export const failReturn = defineStatement(
  'fail_return',
  { merchantId: uuid, id: uuid, entries: entryRecords, at: timestamptz },
  { id: uuid },
  `with before as (
     select merchant_id, id, state from returns
     where merchant_id = :merchantId and id = :id and state in ('waiting', 'confirmed') for update
   ), failed as (
     update returns as sent set state = 'failed', settled_at = :at, resolve_at = null, due_at = null
     from before where sent.merchant_id = before.merchant_id and sent.id = before.id
     returning case before.state when 'confirmed' then 0 end as number, sent.merchant_id, sent.id, 2 as version, sent.currency,
       :at::timestamptz as at
   ), ${postEntries('failed', 'id', ':entries')}
   select id from failed`,
)

export const scheduleReturnCheck = defineStatement(
  'schedule_return_check',
  { merchantId: uuid, id: uuid, inMs: int4 },
  {},
  moveDueWhere(leased, `merchant_id = :merchantId and id = :id and state = 'waiting'`, msFromNow(':inMs')),
)

// `created_at` is in the past by any merchant's clock, so that a confirmed return is checked now.
export const wakeReturnCheck = defineStatement(
  'wake_return_check',
  { merchantId: uuid, id: uuid },
  {},
  `update returns set resolve_at = case state when 'waiting' then statement_timestamp() end,
     due_at = case state when 'confirmed' then created_at end
   where merchant_id = :merchantId and id = :id and state in ('waiting', 'confirmed')`,
)

// For support: of all merchants, oldest first.
export const listFailedReturns = defineStatement(
  'list_failed_returns',
  { after: timestamptz, afterId: uuid, limit: int4 },
  { ...returnColumns, merchant_name: text },
  `select ${columnList(returnColumns, 'sent')}, merchant.name as merchant_name
   from returns as sent join (${shownMerchants}) as merchant on merchant.merchant_id = sent.merchant_id
   where sent.state = 'failed' and (sent.created_at, sent.id) > (:after, :afterId)
   order by sent.created_at, sent.id limit :limit`,
)

export function returnFrom(row: RowOf<typeof returnColumns>): Return {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    paymentId: row.payment_id,
    chargeId: row.charge_id,
    version: row.version,
    isTest: row.is_test,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    state: row.state as ReturnState,
    createdAt: row.created_at,
    checks: row.checks,
  }
}

export const waitingReturns = defineStatement(
  'measure_unconfirmed_returns',
  waitingParams,
  waitingRow,
  countWaiting(
    `select created_at as since from (select created_at from returns where resolve_at < 'infinity' order by resolve_at limit :limit) as sent
     where created_at <= :now`,
  ),
)

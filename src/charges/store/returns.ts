import type { Currency } from '../../base/money.ts'
import { columnList } from '../../db/column-lists.ts'
import { bool, int4, int8, type RowOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { clockOffsetOf } from '../../merchants/clock-sql.ts'
import type { Return, ReturnState } from '../return.ts'

const returnColumns = {
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
const inMs = (param: string): string => `statement_timestamp() + ${param}::int4 * interval '1 millisecond'`

export const listReturnsOfPayment = defineStatement(
  'list_returns_of_payment',
  { merchantId: uuid, paymentId: uuid, isTest: bool },
  returnColumns,
  `select ${columnList(returnColumns)} from returns
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest order by created_at, id`,
)

// A sweep by time over all merchants. It only lists: each is claimed by itself.
export const listDueReturns = defineStatement(
  'list_due_returns',
  { limit: int4 },
  { merchant_id: uuid, id: uuid },
  'select merchant_id, id from returns where resolve_at <= statement_timestamp() order by resolve_at limit :limit',
)

// Claiming moves the time on by a lease, so that two processes do not send the same. One that somebody holds is passed by.
export const claimReturn = defineStatement(
  'claim_return',
  { merchantId: uuid, id: uuid, leaseMs: int4 },
  { ...returnColumns, clock_offset_ms: int8, charge_reference: text },
  `with due as (
     select merchant_id, id from returns
     where merchant_id = :merchantId and id = :id and resolve_at <= statement_timestamp()
     for update skip locked
   )
   update returns as sent set resolve_at = ${inMs(':leaseMs')}, checks = sent.checks + 1
   from due, charges as charge
   where sent.merchant_id = due.merchant_id and sent.id = due.id
     and charge.merchant_id = :merchantId and charge.id = sent.charge_id
   returning ${columnList(returnColumns, 'sent')}, ${clockOffsetOf('sent')} as clock_offset_ms,
     charge.reference as charge_reference`,
)

// Only while it waits: of two that hear of it, one writes it down.
export const updateReturnState = defineStatement(
  'update_return_state',
  { merchantId: uuid, id: uuid, state: text },
  { id: uuid },
  `update returns set state = :state, resolve_at = null
   where merchant_id = :merchantId and id = :id and state = 'waiting' returning id`,
)

export const scheduleReturnCheck = defineStatement(
  'schedule_return_check',
  { merchantId: uuid, id: uuid, inMs: int4 },
  {},
  `update returns set resolve_at = ${inMs(':inMs')} where merchant_id = :merchantId and id = :id and state = 'waiting'`,
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

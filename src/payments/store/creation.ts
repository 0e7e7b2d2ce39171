import { json } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { OrderBody } from '../order.ts'

/** A new payment, as the statement reads it. Amounts as texts, times as ISO 8601. */
export interface CreationRecord {
  readonly merchant_id: string
  readonly id: string
  readonly store_id: string
  readonly is_test: boolean
  readonly status: string
  readonly currency: string
  readonly amount_minor: string
  readonly order_reference: string
  readonly created_at: string
  readonly expires_at: string
  readonly due_at: string | null
  readonly body: OrderBody
  readonly actor: string
  readonly request_id: string
}

// All that belongs to new payments: their rows, their orders and the first lines of their timelines.
export const insertPayments = defineStatement(
  'insert_payments',
  [json<readonly CreationRecord[]>()],
  {},
  `with request as materialized (
     select * from json_to_recordset($1) as request (merchant_id uuid, id uuid, store_id uuid, is_test bool, status text,
       currency text, amount_minor int8, order_reference text, created_at timestamptz, expires_at timestamptz,
       due_at timestamptz, body json, actor text, request_id text)
   ), created as (
     insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, order_reference,
       created_at, expires_at, due_at)
     select merchant_id, id, store_id, is_test, 1, status, currency, amount_minor, order_reference, created_at, expires_at,
       due_at
     from request
     returning merchant_id, is_test, created_at, listed_as
   ), listed as (
     insert into payment_count_changes (merchant_id, is_test, created_at, listed_as)
     select merchant_id, is_test, created_at, listed_as from created
   ), ordered as (
     insert into payment_orders (merchant_id, payment_id, body) select merchant_id, id, body from request
   )
   insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_after, amount_minor,
     reference_id)
   select merchant_id, id, 1, 'create', actor, request_id, created_at, status, amount_minor, order_reference from request`,
)

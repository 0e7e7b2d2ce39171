import { array, columnList, json, records, text } from '../../platform/db/columns.ts'
import { actorColumns } from '../../platform/merchants/caller.ts'
import type { OrderBody } from './order.ts'
import { createdColumns } from './store/payments.ts'

/** New payments, with the first steps of their timelines. */
export const newPaymentRecords = records({
  ...createdColumns,
  order_body: json<OrderBody>(),
  /** Its search terms. */
  search_terms: array(text),
  ...actorColumns,
})
const columns = columnList(createdColumns)
const actors = columnList(actorColumns)

/**
 * SQL: members of a `with` that insert new payments with their orders, search terms and first timeline steps. `created`:
 * the parameter of `newPaymentRecords`.
 */
export function insertPayments(created: string): string {
  return `request as materialized (
     select * from json_to_recordset(${created}) as request (${newPaymentRecords.definition})
   ), created as (
     insert into payments (${columns}) select ${columns} from request
     returning merchant_id, is_test, store_id, currency, created_at, listed_as
   ), listed as (
     insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_as)
     select merchant_id, is_test, store_id, currency, created_at, listed_as from created
   ), searchable as (
     insert into payment_search_terms (merchant_id, is_test, term, created_at, payment_id)
     select merchant_id, is_test, term, created_at, id from request cross join lateral unnest(search_terms) as found_by (term)
   ), ordered as (
     insert into payment_orders (merchant_id, payment_id, body) select merchant_id, id, order_body from request
   ), begun as (
     insert into payment_timeline (merchant_id, payment_id, version, move, ${actors}, at, status_after, amount_minor,
       reference_id)
     select merchant_id, id, version, 'create', ${actors}, created_at, status, amount_minor, order_reference
     from request
   )`
}

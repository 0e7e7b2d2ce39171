import { bool, int4, int8, json, nullable, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport } from '../../../platform/db/statement.ts'
import { type ChargeJson, chargesOf, type ReturnJson, returnsOf } from '../../charges/charges-sql.ts'
import type { PaymentPlanRecord } from '../../payments/payment-plan.ts'
import { moneyOfPayments } from '../../payments/payments-sql.ts'

const columns = {
  merchant_id: uuid,
  id: uuid,
  status: text,
  currency: text,
  amount_minor: int8,
  authorized_at: timestamptz,
  captured_minor: int8,
  refunded_minor: int8,
  paid_minor: int8,
  written_off_minor: int8,
  plan: nullable(json<PaymentPlanRecord>()),
  is_held: bool,
  has_collection: bool,
  charge_id: nullable(uuid),
  defaulted_at: nullable(timestamptz),
  due_at: nullable(timestamptz),
  charges: json<readonly ChargeJson[]>(),
  returns: json<readonly ReturnJson[]>(),
}

export type PlanIntegrityRow = RowOf<typeof columns>

// The rows of the next plans of all merchants, for the doctor.
export const listPlansForIntegrity = onEachShard(
  defineReport(
    'list_plans_for_integrity',
    { afterMerchant: uuid, afterPayment: uuid, limit: int4 },
    columns,
    `with page as (
     select * from (${moneyOfPayments}) as payment
     where (merchant_id, payment_id) > (:afterMerchant, :afterPayment) order by merchant_id, payment_id limit :limit
   )
   select page.merchant_id, page.payment_id as id, page.status, page.currency, page.amount_minor, page.authorized_at,
     page.captured_minor, page.refunded_minor, page.plan, page.paid_minor, page.written_off_minor, page.is_held, collection.id is not null as has_collection,
     collection.charge_id, collection.defaulted_at, collection.due_at, ${chargesOf('page')} as charges,
     ${returnsOf('page')} as returns
   from page left join collections as collection
     on collection.merchant_id = page.merchant_id and collection.id = page.payment_id
   order by page.merchant_id, page.payment_id`,
  ),
  inOrder('merchant_id', 'id'),
)

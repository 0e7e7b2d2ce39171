import { int4, int8, nullable, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const columns = {
  ...{ id: uuid, settlement_id: uuid, type: text, version: int4, order_reference: text, reference_id: text },
  ...{ created_at: timestamptz, amount_minor: int8, fee_minor: int8, vat_minor: int8, total: int4 },
  ...{ date: text, net_minor: nullable(int8), closed_at: nullable(timestamptz) },
  ...{ pending_state: nullable(text), due_at: nullable(timestamptz) },
  ...{ payout_id: nullable(uuid), payout_state: nullable(text), payout_reference: nullable(text) },
  ...{ payout_minor: nullable(int8), payout_at: nullable(timestamptz), paid_at: nullable(timestamptz) },
}

export type SettledRow = RowOf<typeof columns>

// The newest, each with the day that it belongs to and the payout that pays it, and how many there are in all.
export const listSettled = defineStatement(
  'list_settled_of_payment',
  { merchantId: uuid, paymentId: uuid, limit: int4 },
  columns,
  `select line.id, line.settlement_id, line.type, line.version, line.order_reference, line.reference_id, line.created_at,
     line.amount_minor, line.fee_minor, line.vat_minor, line.total, coalesce(settlement.date, pending.date)::text as date,
     settlement.net_minor, settlement.closed_at, pending.state as pending_state, pending.due_at, payout.id as payout_id,
     payout.state as payout_state, payout.reference as payout_reference, payout.amount_minor as payout_minor,
     payout.created_at as payout_at, payout.paid_at
   from (
     select *, count(*) over ()::int4 as total from settlement_lines
     where merchant_id = :merchantId and payment_id = :paymentId order by version desc limit :limit
   ) as line
   left join settlements as settlement on settlement.merchant_id = :merchantId and settlement.id = line.settlement_id
   left join pending_settlements as pending on pending.merchant_id = :merchantId and pending.id = line.settlement_id
   left join payout_settlements as part on part.merchant_id = :merchantId and part.settlement_id = line.settlement_id
   left join payouts as payout on payout.merchant_id = :merchantId and payout.id = part.payout_id
   order by line.version`,
)

import type { Currency } from '../../../../platform/base/markets.ts'
import { array, bool, int8, type RowOf, text, timestamptz, uuid } from '../../../../platform/db/columns.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import { storeNames } from '../../../../platform/merchants/merchants-sql.ts'
import type { ListedAs } from '../../payment.ts'
import type { PaymentStatus } from '../../states.ts'
import { isWithinLimits, limitColumns } from '../limits-sql.ts'
import type { FoundPayment } from '../search.ts'
import { ownerColumns } from '../walks-sql.ts'

const foundColumns = {
  id: uuid,
  order_reference: text,
  created_at: timestamptz,
  status: text,
  listed_as: text,
  currency: text,
  amount_minor: int8,
  captured_minor: int8,
  refunded_minor: int8,
  store_id: uuid,
  merchant_code: text,
  store_name: text,
  buyer_name: text,
  buyer_email: text,
  buyer_phone: text,
  is_disputed: bool,
}

// The payments of these ids that match the filter, unordered. The order's body is read for matches only.
export const findMatching = defineStatement(
  'find_searched_payments',
  { ...ownerColumns, ids: array(uuid), ...limitColumns },
  foundColumns,
  `select payment.id, order_reference, created_at, status, listed_as, currency, amount_minor, captured_minor, refunded_minor,
     payment.store_id, merchant_code, store_name, coalesce(buyer->>'name', '') as buyer_name, coalesce(buyer->>'email', '') as buyer_email,
     coalesce(buyer->>'phone', '') as buyer_phone, dispute_id is not null as is_disputed
   from (
     select meant.* from unnest(:ids::uuid[]) as requested (id) cross join lateral (
       select * from payments where merchant_id = :merchantId and payments.id = requested.id and is_test = :isTest and ${isWithinLimits} offset 0
     ) as meant
   ) as payment
   join (${storeNames}) as store on store.merchant_id = :merchantId and store.store_id = payment.store_id
   cross join lateral (
     select body->'buyer' as buyer from payment_orders where merchant_id = :merchantId and payment_id = payment.id offset 0
   ) as orders`,
)

export function foundFrom(row: RowOf<typeof foundColumns>): FoundPayment {
  return {
    id: row.id,
    orderReference: row.order_reference,
    createdAt: row.created_at,
    status: row.status as PaymentStatus,
    listedAs: row.listed_as as ListedAs,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    capturedMinor: row.captured_minor,
    refundedMinor: row.refunded_minor,
    storeId: row.store_id,
    merchantCode: row.merchant_code,
    storeName: row.store_name,
    buyerName: row.buyer_name,
    buyerEmail: row.buyer_email,
    buyerPhone: row.buyer_phone,
    isDisputed: row.is_disputed,
  }
}

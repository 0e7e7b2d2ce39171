import { array, bool, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { clockOffsetOf } from '../../../platform/merchants/merchants-sql.ts'
import { firstChargesInFlight } from '../../charges/charges-sql.ts'
import { hasOpenPayment, owedOfPayments } from '../../payments/payments-sql.ts'

// The charges that may still authorize a payment of this phone, except of the payment `beside`. Null: none of them.
const inFlight = `from (${firstChargesInFlight}) as charge
     where charge.phone = :phone and charge.is_test = :isTest and charge.payment_id <> :beside
       and ${hasOpenPayment('charge')}`

// A customer is a phone, at any merchant: this statement cannot name the merchant. Joins each purchase's payment. An
// excess of one purchase does not lessen the debt of another. `currencies`: of the region. Purchases and charges are
// one list, so that a store in shards reads both of a shard at one instant: an approved charge becomes a purchase.
export const findExposureOfPhone = defineStatement(
  'find_exposure_of_phone',
  { phone: text, isTest: bool, currency: text, currencies: array(text), beside: nullable(uuid) },
  { open_minor: int8, is_overdue: bool },
  `select coalesce(sum(owing.open_minor) filter (where owing.currency = :currency), 0)::int8 as open_minor,
     coalesce(bool_or(owing.is_overdue), false) as is_overdue
   from (
     select collection.merchant_id, collection.currency, payment.owed_minor as open_minor,
       collection.is_failing as is_overdue
     from collections as collection
     join (${owedOfPayments}) as payment
       on payment.merchant_id = collection.merchant_id and payment.payment_id = collection.id
     where collection.phone = :phone and collection.is_test = :isTest and collection.currency = any(:currencies)
       and payment.owed_minor > 0
     union all
     select charge.merchant_id, charge.currency, charge.open_minor, false ${inFlight}
   ) as owing`,
)

// For support: the same in each mode and currency.
export const listExposuresOfPhone = defineStatement(
  'list_exposures_of_phone',
  { phone: text },
  { is_test: bool, currency: text, open_minor: int8, is_overdue: bool },
  `select collection.is_test, collection.currency, coalesce(sum(payment.owed_minor), 0)::int8 as open_minor,
     coalesce(bool_or(collection.is_failing), false) as is_overdue
   from collections as collection
   join (${owedOfPayments}) as payment
     on payment.merchant_id = collection.merchant_id and payment.payment_id = collection.id
   where collection.phone = :phone and payment.owed_minor > 0
   group by collection.is_test, collection.currency order by collection.is_test, collection.currency`,
)

// For the customer, who signed in with the phone: open purchases first, then the newest.
export const listPurchasesOfPhone = defineStatement(
  'list_purchases_of_phone',
  { phone: text, isTest: bool, currencies: array(text), limit: int4, skip: int4 },
  { merchant_id: uuid, id: uuid, clock_offset_ms: int8, owed_minor: int8 },
  `select collection.merchant_id, collection.id, ${clockOffsetOf('collection')} as clock_offset_ms, payment.owed_minor
   from collections as collection
   join (${owedOfPayments}) as payment
     on payment.merchant_id = collection.merchant_id and payment.payment_id = collection.id
   where collection.phone = :phone and collection.is_test = :isTest and collection.currency = any(:currencies)
   order by payment.owed_minor > 0 desc, collection.authorized_at desc, collection.id desc limit :limit offset :skip`,
)

// Finds the merchant of a purchase. Only its own phone finds it.
export const findPurchaseOfPhone = defineStatement(
  'find_purchase_of_phone',
  { id: uuid, phone: text, isTest: bool, currencies: array(text) },
  { merchant_id: uuid, clock_offset_ms: int8 },
  `select collection.merchant_id, ${clockOffsetOf('collection')} as clock_offset_ms from collections as collection
   where collection.phone = :phone and collection.is_test = :isTest and collection.id = :id
     and collection.currency = any(:currencies) and exists (
       select from (${owedOfPayments}) as payment
       where payment.merchant_id = collection.merchant_id and payment.payment_id = collection.id
     )`,
)

export const countOrdersSince = defineStatement(
  'count_orders_since',
  { merchantId: uuid, phone: text, isTest: bool, since: timestamptz, beside: nullable(uuid) },
  { orders: int4 },
  `select count(*)::int4 as orders from (
     select merchant_id from collections
     where merchant_id = :merchantId and phone = :phone and is_test = :isTest and authorized_at > :since
     union all
     select charge.merchant_id ${inFlight} and charge.merchant_id = :merchantId
   ) as ordered`,
)

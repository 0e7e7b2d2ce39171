import { bool, int4, int8, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { owedOfPayments } from '../../payments/payments-sql.ts'

// For support, of all merchants, those that were given up first. What was paid after all is over.
export const listDefaultedPlans = defineStatement(
  'list_defaulted_plans',
  { after: timestamptz, afterId: uuid, limit: int4 },
  {
    ...{ merchant_id: uuid, merchant_name: text, id: uuid, is_test: bool, currency: text },
    ...{ defaulted_at: timestamptz, owed_minor: int8 },
  },
  `select collection.merchant_id, merchant.name as merchant_name, collection.id, collection.is_test, collection.currency,
     collection.defaulted_at, payment.owed_minor
   from collections as collection
   join (${owedOfPayments}) as payment
     on payment.merchant_id = collection.merchant_id and payment.payment_id = collection.id
   join (${shownMerchants}) as merchant on merchant.merchant_id = collection.merchant_id
   where collection.defaulted_at is not null and (collection.defaulted_at, collection.id) > (:after, :afterId)
     and payment.owed_minor > 0
   order by collection.defaulted_at, collection.id limit :limit`,
)

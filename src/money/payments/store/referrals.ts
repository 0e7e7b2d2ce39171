import { bool, int4, int8, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'

// For support: of all merchants, oldest first. A process of an earlier version may have ended such a payment.
export const listReferredPayments = defineStatement(
  'list_referred_payments',
  { after: timestamptz, afterId: uuid, limit: int4 },
  {
    ...{ merchant_id: uuid, merchant_name: text, id: uuid, is_test: bool, currency: text, amount_minor: int8 },
    ...{ created_at: timestamptz, referred_until: timestamptz },
  },
  `select payment.merchant_id, merchant.name as merchant_name, payment.id, payment.is_test, payment.currency::text as currency,
     payment.amount_minor::int8 as amount_minor, payment.created_at, payment.referred_until
   from payments as payment join (${shownMerchants}) as merchant on merchant.merchant_id = payment.merchant_id
   where payment.referred_until is not null and payment.status = 'CREATED'
     and (payment.created_at, payment.id) > (:after, :afterId)
   order by payment.created_at, payment.id limit :limit`,
)

export const waitingReferrals = defineStatement(
  'measure_referred_payments',
  waitingParams,
  waitingRow,
  countWaiting(
    `select created_at as since from payments
     where referred_until is not null and status = 'CREATED' and created_at <= :now order by created_at limit :limit`,
  ),
)

import { defineReport } from '../../platform/db/statement.ts'
import { isAskedFor, nearestParams, nearestRow } from '../plans/nearest-sql.ts'

// The name of the terms that hold, such as `6xP1M`. The days of a month are those of the longest one.
const name = "coalesce(payment.plan ->> 'chosen', '4xP1M')"
const count = `split_part(${name}, 'x', 1)::int4`
const days = `(${count} - 1) * case when ${name} like '%P2W' then 14 else 31 end`
const isAuthorized = `payment.currency = :currency and payment.authorized_at is not null and not payment.is_held
     and ${isAskedFor('payment')}`

// The name of the plan's terms; live payments first.
export const listLongestPlans = defineReport(
  'list_longest_plans',
  nearestParams,
  nearestRow,
  `select payment.id as payment_id, ${name} as value from payments as payment where ${isAuthorized}
   order by payment.is_test, ${days} desc, ${count} desc, payment.id desc limit :limit`,
)

// In percent of the order, as it is kept now.
export const listHighestFees = defineReport(
  'list_highest_customer_fees',
  nearestParams,
  nearestRow,
  `select payment.id as payment_id, round(fee.minor * 100 / payment.amount_minor, 2)::text as value
   from payments as payment
   cross join lateral (select coalesce((payment.plan ->> 'fee_minor')::numeric, 0) as minor) as fee
   where ${isAuthorized}
   order by payment.is_test, fee.minor / payment.amount_minor desc, payment.id desc limit :limit`,
)

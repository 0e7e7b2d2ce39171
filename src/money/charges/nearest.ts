import { defineReport } from '../../platform/db/statement.ts'
import { localDate } from '../plans/local-time-sql.ts'
import { isAskedFor, nearestParams, nearestRow } from '../plans/nearest-sql.ts'

// How often the service charged a payment in the calendar month of the store's zone in which it did so most.
export const listMonthlyCharges = defineReport(
  'list_monthly_charges',
  nearestParams,
  nearestRow,
  `select month.payment_id, max(month.charges)::text as value from (
     select charge.is_test, charge.payment_id, count(*) as charges from charges as charge
     where charge.currency = :currency and charge.kind = 'scheduled' and charge.state = 'approved'
       and ${isAskedFor('charge')}
     group by charge.is_test, charge.payment_id,
       to_char(${localDate('charge.created_at', ':currency::text')}, 'YYYY-MM')
   ) as month
   group by month.is_test, month.payment_id
   order by month.is_test, max(month.charges) desc, month.payment_id desc limit :limit`,
)

// Those without the text that the customer agreed to come first: they were paid with an earlier version.
export const listAgreements = defineReport(
  'list_agreements',
  nearestParams,
  nearestRow,
  `select charge.payment_id, case when charge.agreement is null then 'not kept' else 'kept' end as value
   from charges as charge
   where charge.currency = :currency and charge.kind = 'first' and charge.state = 'approved' and ${isAskedFor('charge')}
   order by charge.is_test, charge.agreement is not null, charge.id desc limit :limit`,
)

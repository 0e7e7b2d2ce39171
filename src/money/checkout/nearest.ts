import { defineReport } from '../../platform/db/statement.ts'
import { storeCurrencies } from '../../platform/merchants/merchants-sql.ts'
import { isAskedFor, nearestParams, nearestRow } from '../plans/nearest-sql.ts'

// The youngest customers whose orders were not rejected, in years by the date of birth that the shop sent.
export const listYoungestCustomers = defineReport(
  'list_youngest_customers',
  nearestParams,
  nearestRow,
  `select session.payment_id, rule ->> 'seen' as value from sessions as session
   join (${storeCurrencies}) as store on store.merchant_id = session.merchant_id and store.store_id = session.store_id
   cross join lateral json_array_elements(session.decision -> 'rules') as rule
   where store.currency = :currency and session.decision ->> 'outcome' <> 'rejected' and rule ->> 'name' = 'age'
     and ${isAskedFor('session')}
   order by session.is_test, (rule ->> 'seen')::int4, session.id desc limit :limit`,
)

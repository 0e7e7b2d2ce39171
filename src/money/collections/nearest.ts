import { defineReport } from '../../platform/db/statement.ts'
import { everyMarket } from '../obligations/profiles.ts'
import { owedOfPayments } from '../payments/payments-sql.ts'
import { isAskedFor, nearestParams, nearestRow } from '../plans/nearest-sql.ts'

// What the customer of a live payment owes over all merchants, in minor units, with the customer's newest payment.
export const listExposures = defineReport(
  'list_largest_exposures',
  nearestParams,
  nearestRow,
  `select customer.payment_id, customer.owed_minor::text as value from (
     select (array_agg(collection.id order by collection.id desc) filter (where ${isAskedFor('collection')}))[1] as payment_id,
       sum(payment.owed_minor) as owed_minor
     from collections as collection
     join (${owedOfPayments}) as payment
       on payment.merchant_id = collection.merchant_id and payment.payment_id = collection.id
     where not collection.is_test and collection.currency = :currency and payment.owed_minor > 0 and collection.phone <> ''
     group by collection.phone
   ) as customer
   where customer.payment_id is not null order by customer.owed_minor desc, customer.payment_id desc limit :limit`,
)

const { days } = everyMarket.contacts.value

// The most messages about plans to one phone within 30 days, with a payment that they were about.
export const listContactedPhones = defineReport(
  'list_contacted_phones',
  nearestParams,
  nearestRow,
  `select phone.payment_id, phone.messages::text as value from (
     select distinct on (message.merchant_id, message.is_test, message.phone) message.is_test, message.payment_id,
       count(*) over (partition by message.merchant_id, message.is_test, message.phone order by message.at
         range between interval '${days} days' preceding and current row) as messages
     from customer_messages as message
     join collections as collection on collection.merchant_id = message.merchant_id and collection.id = message.payment_id
     where collection.currency = :currency and message.state in ('sending', 'sent') and ${isAskedFor('message')}
     order by message.merchant_id, message.is_test, message.phone, messages desc, message.at desc
   ) as phone
   order by phone.is_test, phone.messages desc, phone.payment_id desc limit :limit`,
)

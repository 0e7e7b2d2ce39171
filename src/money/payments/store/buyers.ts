import { bool, json, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { OrderBody } from '../order.ts'

const key = { merchantId: uuid, paymentId: uuid }

// Locks the order until the transaction ends. Skips one that another process holds.
export const lockOrder = defineStatement(
  'lock_payment_order',
  { ...key, isTest: bool },
  { body: json<OrderBody>(), created_at: timestamptz, buyer_email: text },
  `select orders.body, payment.created_at, coalesce(orders.body -> 'buyer' ->> 'email', '') as buyer_email
   from payment_orders as orders
   join payments as payment on payment.merchant_id = orders.merchant_id and payment.id = orders.payment_id
   where orders.merchant_id = :merchantId and orders.payment_id = :paymentId and payment.is_test = :isTest
   for update of orders skip locked`,
)

export const replaceOrder = defineStatement(
  'replace_payment_order',
  { ...key, body: json<OrderBody>() },
  {},
  'update payment_orders set body = :body where merchant_id = :merchantId and payment_id = :paymentId',
)

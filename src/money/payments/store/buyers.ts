import { bool, json, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { OrderBody } from '../order.ts'

const key = { merchantId: uuid, paymentId: uuid }

export const replaceOrder = defineStatement(
  'replace_payment_order',
  { ...key, body: json<OrderBody>() },
  {},
  'update payment_orders set body = :body where merchant_id = :merchantId and payment_id = :paymentId',
)

export const eraseRefundReasons = defineStatement(
  'erase_refund_reasons',
  { ...key, pseudonym: text },
  {},
  `update payment_timeline set body = json_build_object('reason', :pseudonym::text, 'items', body -> 'items')
   where merchant_id = :merchantId and payment_id = :paymentId and move = 'refund' and body ->> 'reason' <> ''`,
)

export const eraseReturnReasons = defineStatement(
  'erase_return_request_reasons',
  { ...key, isTest: bool, pseudonym: text },
  {},
  `update return_requests set reason = :pseudonym
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest`,
)

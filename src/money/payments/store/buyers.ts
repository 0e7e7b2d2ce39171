import { bool, int4, json, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { BuyerBody, OrderBody } from '../order.ts'

/** A buyer's name, e-mail and phone before a correction. */
export type FormerBuyer = Pick<BuyerBody, 'name' | 'email' | 'phone'>

const key = { merchantId: uuid, paymentId: uuid }

export const replaceOrder = defineStatement(
  'replace_payment_order',
  { ...key, body: json<OrderBody>() },
  {},
  'update payment_orders set body = :body where merchant_id = :merchantId and payment_id = :paymentId',
)

const former = json<FormerBuyer>()

// What a correction replaced. It is kept with its step, so that erasing finds it wherever it was written meanwhile.
export const keepFormerBuyer = defineStatement(
  'keep_former_buyer',
  { ...key, version: int4, former },
  {},
  `update payment_timeline set body = :former
   where merchant_id = :merchantId and payment_id = :paymentId and version = :version and move = 'correct'`,
)

export const listFormerBuyers = defineStatement(
  'list_former_buyers',
  key,
  { former },
  `select body as former from payment_timeline
   where merchant_id = :merchantId and payment_id = :paymentId and move = 'correct' and body is not null`,
)

export const forgetFormerBuyers = defineStatement(
  'forget_former_buyers',
  key,
  {},
  `update payment_timeline set body = null
   where merchant_id = :merchantId and payment_id = :paymentId and move = 'correct'`,
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

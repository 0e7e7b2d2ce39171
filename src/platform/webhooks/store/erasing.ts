import { bool, json, text, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const ofPayment = { merchantId: uuid, paymentId: uuid, isTest: bool }
const notificationsOfPayment = `select id from notifications
     where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest`

export const listBodies = defineStatement(
  'list_notification_bodies',
  ofPayment,
  { id: uuid, body: json<object>() },
  `select id, body from notifications
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest for update`,
)

export const replaceBody = defineStatement(
  'replace_notification_body',
  { merchantId: uuid, id: uuid, body: json<object>() },
  {},
  'update notifications set body = :body where merchant_id = :merchantId and id = :id',
)

const deliveriesOfPayment = `select id from deliveries
     where merchant_id = :merchantId and notification_id = any(array(${notificationsOfPayment}))`

// Locked, so that none begins to be sent with what it said before.
export const lockDeliveries = defineStatement(
  'lock_deliveries_of_payment',
  ofPayment,
  { is_under_way: bool },
  `select claim is not null as is_under_way from deliveries
   where merchant_id = :merchantId and notification_id = any(array(${notificationsOfPayment})) for update nowait`,
)

// A shop may answer anything, and long answers are cut: no text can be searched in them.
export const eraseShopAnswers = defineStatement(
  'erase_shop_answers',
  { ...ofPayment, pseudonym: text },
  {},
  `update delivery_attempts set answer = :pseudonym
   where merchant_id = :merchantId and delivery_id = any(array(${deliveriesOfPayment})) and answer <> ''`,
)

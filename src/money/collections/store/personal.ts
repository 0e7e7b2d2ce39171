import { bool, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const ofPayment = { merchantId: uuid, paymentId: uuid, isTest: bool, pseudonym: text }

// A changed version keeps another process from saving what it read before.
export const eraseCollection = defineStatement(
  'erase_collection',
  ofPayment,
  {},
  `update collections set version = version + 1, phone = case phone when '' then '' else :pseudonym end,
     card_token = :pseudonym, card_last_four = :pseudonym
   where merchant_id = :merchantId and id = :paymentId and is_test = :isTest`,
)

// A message that still waits has nobody to go to.
export const eraseMessages = defineStatement(
  'erase_customer_messages',
  ofPayment,
  {},
  `update customer_messages set phone = :pseudonym, text = :pseudonym,
     state = case state when 'waiting' then 'failed' else state end, send_at = null
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest`,
)

const toPhone = { merchantId: uuid, paymentId: uuid, isTest: bool, phone: text }

export const readdressCollection = defineStatement(
  'readdress_collection',
  toPhone,
  {},
  `update collections set version = version + 1, phone = :phone
   where merchant_id = :merchantId and id = :paymentId and is_test = :isTest and phone <> ''`,
)

export const readdressMessages = defineStatement(
  'readdress_customer_messages',
  toPhone,
  {},
  `update customer_messages set phone = :phone
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest and state = 'waiting'`,
)

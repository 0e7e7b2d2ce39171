import { bool, json, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Agreement } from '../agreement.ts'

const ofPayment = { merchantId: uuid, paymentId: uuid, isTest: bool }

// Amounts, times and the processor's references stay: the ledger and its reports refer to them.
export const eraseCharges = defineStatement(
  'erase_charges',
  { ...ofPayment, pseudonym: text },
  {},
  `update charges set phone = case phone when '' then '' else :pseudonym end, card_token = :pseudonym,
     card_last_four = :pseudonym, browser_hash = null, challenge_address = null
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest`,
)

export const listAgreementRows = defineStatement(
  'list_agreements_of_payment',
  ofPayment,
  { id: uuid, agreement: json<Agreement>() },
  `select id, agreement from charges
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest and agreement is not null`,
)

export const replaceAgreement = defineStatement(
  'replace_agreement',
  { merchantId: uuid, id: uuid, agreement: json<Agreement>() },
  {},
  'update charges set agreement = :agreement where merchant_id = :merchantId and id = :id',
)

export const deleteSavedCards = defineStatement(
  'delete_saved_cards_of_phone',
  { merchantId: uuid, isTest: bool, phone: text },
  {},
  'delete from saved_cards where merchant_id = :merchantId and is_test = :isTest and phone = :phone',
)

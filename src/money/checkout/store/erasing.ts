import { bool, json, nullable, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Decision } from '../../risk/judge.ts'

const ofPayment = { merchantId: uuid, paymentId: uuid, isTest: bool }
const isOfPayment = 'merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest'

const texts = {
  success_url: nullable(text),
  cancel_url: nullable(text),
  failure_url: nullable(text),
  token: nullable(text),
  decision: nullable(json<Decision>()),
}

export const listSessionTexts = defineStatement(
  'list_session_texts',
  ofPayment,
  { id: uuid, ...texts },
  `select id, ${Object.keys(texts).join(', ')} from sessions where ${isOfPayment} for update`,
)

export const replaceSessionTexts = defineStatement(
  'replace_session_texts',
  { merchantId: uuid, id: uuid, ...texts },
  {},
  `update sessions set success_url = :success_url, cancel_url = :cancel_url, failure_url = :failure_url, token = :token,
     decision = :decision
   where merchant_id = :merchantId and id = :id`,
)

export const eraseVisit = defineStatement(
  'erase_visit',
  { merchantId: uuid, sessionId: uuid, pseudonym: text },
  {},
  `update visits set version = version + 1, phone = case phone when '' then '' else :pseudonym end, code_hash = null,
     browser_hash = null, card_token = null, card_brand = null, card_last_four = null, card_expiry_month = null,
     card_expiry_year = null, typed_card_token = null
   where merchant_id = :merchantId and session_id = :sessionId`,
)

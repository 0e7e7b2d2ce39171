import { bool, json, nullable, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Decision } from '../../risk/judge.ts'

const ofPayment = { merchantId: uuid, paymentId: uuid, isTest: bool }
const isOfPayment = 'merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest'

const decisionColumn = nullable(json<Decision>())

export const listSessionDecisions = defineStatement(
  'list_session_decisions_to_erase',
  ofPayment,
  { id: uuid, decision: decisionColumn },
  `select id, decision from sessions where ${isOfPayment} for update`,
)

export const eraseSession = defineStatement(
  'erase_session',
  { merchantId: uuid, id: uuid, decision: decisionColumn },
  {},
  `update sessions set success_url = null, cancel_url = null, failure_url = null, token = null, opened_by = null,
     decision = :decision
   where merchant_id = :merchantId and id = :id`,
)

// Whether it is over follows from its row: with an order it could be opened until its end.
export const eraseLink = defineStatement(
  'erase_payment_link',
  ofPayment,
  {},
  `update payment_links as link set order_body = null,
     cancelled_at = case when link.paid_at is null and link.order_body is not null then
       coalesce(link.cancelled_at, link.opened_at, link.made_at) else link.cancelled_at end
   from sessions as session
   where session.merchant_id = :merchantId and session.payment_id = :paymentId and session.is_test = :isTest
     and link.merchant_id = :merchantId and link.id = session.link_id and link.is_test = :isTest`,
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

export const readdressVisit = defineStatement(
  'readdress_visit',
  { merchantId: uuid, paymentId: uuid, former: text, phone: text },
  {},
  `update visits set version = version + 1, phone = :phone
   where merchant_id = :merchantId and phone = :former and session_id = any(array(
     select id from sessions where merchant_id = :merchantId and payment_id = :paymentId
   ))`,
)

import {
  array,
  bool,
  columnList,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  records,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants, storeNames } from '../../../platform/merchants/merchants-sql.ts'
import { insertPayments, newPaymentRecords } from '../../payments/new-payments-sql.ts'
import type { Payment } from '../../payments/payment.ts'
import type { Decision, RejectionReason } from '../../risk/judge.ts'
import type { Session } from '../sessions/session.ts'

export const sessionColumns = {
  id: uuid,
  payment_id: uuid,
  lang: text,
  success_url: nullable(text),
  cancel_url: nullable(text),
  failure_url: nullable(text),
  token: nullable(text),
  rejection_reason: nullable(text),
  created_at: timestamptz,
  expires_at: timestamptz,
  link_id: nullable(uuid),
}
const portLimit = { port_limit: nullable(text) }
export const foundColumns = {
  ...{ ...sessionColumns, merchant_code: text, store_name: text, store_logo: nullable(text) },
  ...portLimit,
}
const portLimitOf = "session.decision -> 'port' ->> 'limit' as port_limit"

/** SQL: `foundColumns` of a session, as the alias `session`, and its store, as the alias `store`. */
export const selectFound = `${columnList(sessionColumns, 'session')}, store.merchant_code, store.store_name, store.store_logo,
     ${portLimitOf}`
const decisionColumn = nullable(json<Decision>())
const newColumns = {
  ...{ merchant_id: uuid, store_id: uuid, is_test: bool, ...sessionColumns },
  ...{ decision: decisionColumn, opened_by: nullable(text) },
}
const newSessions = records(newColumns)

// Inserts new sessions with their payments, in one round trip.
export const insertSessions = defineStatement(
  'insert_sessions',
  { payments: newPaymentRecords, sessions: newSessions },
  {},
  `with ${insertPayments(':payments')}
   insert into sessions (${columnList(newColumns)})
   select ${columnList(newColumns)} from json_to_recordset(:sessions) as session (${newSessions.definition})`,
)

export const findSessionRow = defineStatement(
  'find_session',
  { merchantId: uuid, id: uuid, isTest: bool },
  foundColumns,
  `select ${selectFound}
   from sessions as session join (${storeNames}) as store using (merchant_id, store_id)
   where session.merchant_id = :merchantId and session.id = :id and session.is_test = :isTest`,
)

export const findDecision = defineStatement(
  'find_decision',
  { merchantId: uuid, paymentId: uuid, isTest: bool },
  { rejection_reason: nullable(text), decision: decisionColumn },
  `select rejection_reason, decision from sessions
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest`,
)

// Replaces the decision, because it was made again as the customer paid.
export const updateDecision = defineStatement(
  'update_decision',
  { merchantId: uuid, paymentId: uuid, isTest: bool, decision: json<Decision>(), reason: nullable(text) },
  {},
  `update sessions set decision = :decision, rejection_reason = :reason
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest`,
)

// First charges of a phone that a limit counts run one after the other. A charge that waited reads those before it.
export const lockCustomer = defineStatement(
  'lock_customer',
  { isTest: bool, phone: text },
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(hashtextextended(concat(:isTest::bool, ' ', :phone::text), 17))`,
)

export const listDecisions = defineStatement(
  'list_decisions',
  { merchantId: uuid, paymentIds: array(uuid), isTest: bool },
  { payment_id: uuid, rejection_reason: nullable(text), decision: decisionColumn },
  `select payment_id, rejection_reason, decision from sessions
   where merchant_id = :merchantId and payment_id = any(:paymentIds) and is_test = :isTest`,
)

// A session's id is unguessable and opens its page. This statement finds its merchant, so it cannot name one. It reads
// the merchant's data in the same round trip.
export const findSessionOwner = defineStatement(
  'find_session_owner',
  { id: uuid },
  { merchant_id: uuid, is_test: bool, region: text, clock_offset_ms: int8, has_risk_rules: bool },
  `select session.merchant_id, session.is_test, merchant.region, merchant.clock_offset_ms, merchant.has_risk_rules
   from sessions as session join (${shownMerchants}) as merchant using (merchant_id)
   where session.id = :id`,
)

export const findSessionOfPayment = defineStatement(
  'find_session_of_payment',
  { merchantId: uuid, paymentId: uuid },
  { id: uuid, lang: text, link_id: nullable(uuid), ...portLimit, has_risk_rules: bool },
  `select session.id, session.lang, session.link_id, ${portLimitOf}, merchant.has_risk_rules
   from sessions as session join (${shownMerchants}) as merchant using (merchant_id)
   where session.merchant_id = :merchantId and session.payment_id = :paymentId`,
)

export const findUrlsOfPayment = defineStatement(
  'find_urls_of_payment',
  { merchantId: uuid, paymentId: uuid, isTest: bool },
  { success_url: nullable(text), cancel_url: nullable(text), failure_url: nullable(text) },
  `select success_url, cancel_url, failure_url from sessions
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest`,
)

/** Returns the stored decision. Sessions from before rules were stored have only the outcome. */
export function decisionFrom(row: {
  readonly rejection_reason: string | null
  readonly decision: Decision | null
}): Decision {
  const reason = row.rejection_reason as RejectionReason | null
  return row.decision ?? { outcome: reason === null ? 'approved' : 'rejected', reason, rules: [] }
}

export function sessionFrom(row: RowOf<typeof foundColumns>, payment: Payment): Session {
  return {
    id: row.id,
    merchantCode: row.merchant_code,
    storeName: row.store_name,
    storeLogo: row.store_logo,
    lang: row.lang as Session['lang'],
    merchantUrls: { success: row.success_url, cancel: row.cancel_url, failure: row.failure_url },
    token: row.token,
    rejectionReason: row.rejection_reason as RejectionReason | null,
    portLimit: row.port_limit,
    linkId: row.link_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    payment,
  }
}

export function sessionRow(session: Session, decision: Decision, openedBy: string | null): RowOf<typeof newColumns> {
  const { payment, merchantUrls } = session
  return {
    merchant_id: payment.merchantId,
    store_id: payment.storeId,
    is_test: payment.isTest,
    id: session.id,
    payment_id: payment.id,
    lang: session.lang,
    success_url: merchantUrls.success,
    cancel_url: merchantUrls.cancel,
    failure_url: merchantUrls.failure,
    token: session.token,
    rejection_reason: session.rejectionReason,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    link_id: session.linkId,
    decision,
    opened_by: openedBy,
  }
}

// Of all merchants, for the doctor. A rule that spoke rejects, and so does the decision port; nothing else does.
export const listWrongDecisions = defineReport(
  'list_wrong_decisions',
  { limit: int4 },
  {
    id: uuid,
    payment_id: uuid,
    outcome: text,
    reason: nullable(text),
    rejection_reason: nullable(text),
    has_spoken: bool,
  },
  `select id, payment_id, outcome, reason, rejection_reason, has_spoken
   from (
     select id, payment_id, rejection_reason::text, decision->>'outcome' as outcome, decision->>'reason' as reason,
       exists (select from json_array_elements(decision->'rules') as rule where (rule->>'spoke')::bool)
         or decision->'port'->>'declined_by' is not null as has_spoken
     from sessions where decision is not null
   ) as decided
   where reason is distinct from rejection_reason or (outcome = 'rejected') <> (rejection_reason is not null)
     or has_spoken <> (outcome = 'rejected')
   limit :limit`,
)

import { bool, bytea, int4, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'

const key = { merchantId: uuid, tokenHash: bytea }
const isIt = 'merchant_id = :merchantId and token_hash = :tokenHash'

export const insertSession = defineStatement(
  'insert_customer_session',
  { ...key, region: text, isTest: bool, phone: text, now: timestamptz, endsAt: timestamptz },
  {},
  `insert into customer_sessions (merchant_id, token_hash, region, is_test, phone, seen_at, ends_at)
   values (:merchantId, :tokenHash, :region, :isTest, :phone, :now, :endsAt)`,
)

export const findSession = defineStatement(
  'find_customer_session',
  { ...key, region: text, isTest: bool, now: timestamptz, idleSince: timestamptz },
  { phone: text, seen_at: timestamptz, cards_given: int4 },
  `select phone, seen_at, cards_given from customer_sessions
   where ${isIt} and region = :region and is_test = :isTest and ends_at > :now and seen_at > :idleSince`,
)

export const markSessionSeen = defineStatement(
  'mark_customer_session_seen',
  { ...key, now: timestamptz },
  {},
  `update customer_sessions set seen_at = :now where ${isIt} and seen_at < :now`,
)

// Returns no row above the limit.
export const countCardGiven = defineStatement(
  'count_customer_card_given',
  { ...key, most: int4 },
  { cards_given: int4 },
  `update customer_sessions set cards_given = cards_given + 1 where ${isIt} and cards_given < :most returning cards_given`,
)

export const changeSessionPhone = defineStatement(
  'change_customer_session_phone',
  { ...key, phone: text },
  {},
  `update customer_sessions set phone = :phone where ${isIt}`,
)

export const deleteSession = defineStatement(
  'delete_customer_session',
  key,
  {},
  `delete from customer_sessions where ${isIt}`,
)

export const listSessionsOf = defineStatement(
  'list_customer_sessions_of_phone',
  { merchantId: uuid, isTest: bool, phone: text },
  { region: text, seen_at: timestamptz, ends_at: timestamptz },
  `select region, seen_at, ends_at from customer_sessions
   where merchant_id = :merchantId and is_test = :isTest and phone = :phone order by seen_at`,
)

// For a customer who is erased.
export const deleteSessionsOf = defineStatement(
  'delete_customer_sessions_of_phone',
  { merchantId: uuid, isTest: bool, phone: text },
  {},
  'delete from customer_sessions where merchant_id = :merchantId and is_test = :isTest and phone = :phone',
)

// Several processes may sweep at once: `skip locked` gives each its own rows.
export const deleteOldSessions = defineStatement(
  'delete_old_customer_sessions',
  { merchantId: uuid, now: timestamptz, most: int4 },
  { phone: text },
  `delete from customer_sessions as session using (
     select merchant_id, token_hash from customer_sessions where merchant_id = :merchantId and ends_at <= :now
     order by ends_at limit :most for update skip locked
   ) as over
   where session.merchant_id = over.merchant_id and session.token_hash = over.token_hash
   returning session.phone`,
)

export const listSessionsOfSandbox = defineReport(
  'list_customer_sessions_of_sandbox',
  { merchantId: uuid, now: timestamptz, isUnmarkedToo: bool },
  remainingColumns,
  `select merchant_id, count(*)::int4 as count, '' as what from customer_sessions
   where merchant_id = :merchantId and ends_at > :now and (in_sandbox or :isUnmarkedToo) group by merchant_id`,
)

export const deleteSessionsOfSandbox = defineStatement(
  'delete_customer_sessions_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  {},
  'delete from customer_sessions where merchant_id = :merchantId and (in_sandbox or :isUnmarkedToo)',
)

import { bool, int8, json, nullable, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { Payment } from '../../payments/payment.ts'
import type { RejectionReason } from '../../risk/prescore.ts'
import type { Session } from '../session.ts'

const sessionColumns = {
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
  merchant_code: text,
  store_name: text,
}

export type SessionRow = { [K in keyof typeof sessionColumns]: TypeOf<(typeof sessionColumns)[K]> }

/** A new session, as the statement reads it. Times as ISO 8601. */
export interface SessionRecord {
  readonly merchant_id: string
  readonly id: string
  readonly payment_id: string
  readonly store_id: string
  readonly is_test: boolean
  readonly lang: string
  readonly success_url: string | null
  readonly cancel_url: string | null
  readonly failure_url: string | null
  readonly token: string | null
  readonly rejection_reason: string | null
  readonly created_at: string
  readonly expires_at: string
}

export const insertSessions = defineStatement(
  'insert_sessions',
  [json<readonly SessionRecord[]>()],
  {},
  `insert into sessions (merchant_id, id, payment_id, store_id, is_test, lang, success_url, cancel_url, failure_url, token,
     rejection_reason, created_at, expires_at)
   select merchant_id, id, payment_id, store_id, is_test, lang, success_url, cancel_url, failure_url, token,
     rejection_reason, created_at, expires_at
   from json_to_recordset($1) as session (merchant_id uuid, id uuid, payment_id uuid, store_id uuid, is_test bool, lang text,
     success_url text, cancel_url text, failure_url text, token text, rejection_reason text, created_at timestamptz,
     expires_at timestamptz)`,
)

export const findSessionRow = defineStatement(
  'find_session',
  [uuid, uuid, bool],
  sessionColumns,
  `select session.id, session.payment_id, session.lang, session.success_url, session.cancel_url, session.failure_url,
     session.token, session.rejection_reason, session.created_at, session.expires_at, store.merchant_code,
     store.name as store_name
   from sessions as session
   join stores as store on store.merchant_id = session.merchant_id and store.id = session.store_id
   where session.merchant_id = $1 and session.id = $2 and session.is_test = $3`,
)

// Whoever holds a session's id, which nobody can guess, may open its page: this finds whose session it is.
export const findSessionOwner = defineStatement(
  'find_session_owner',
  [uuid],
  { merchant_id: uuid, is_test: bool, region: text, clock_offset_ms: int8 },
  `select session.merchant_id, session.is_test, merchant.region, merchant.clock_offset_ms
   from sessions as session join merchants as merchant using (merchant_id)
   where session.id = $1`,
)

export function sessionFrom(row: SessionRow, payment: Payment): Session {
  return {
    id: row.id,
    merchantCode: row.merchant_code,
    storeName: row.store_name,
    lang: row.lang as Session['lang'],
    merchantUrls: { success: row.success_url, cancel: row.cancel_url, failure: row.failure_url },
    token: row.token,
    rejectionReason: row.rejection_reason as RejectionReason | null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    payment,
  }
}

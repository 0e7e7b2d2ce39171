import { array, bool, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'
import type { Store } from './merchant.ts'

const storeColumns = {
  id: uuid,
  merchant_code: text,
  name: text,
  country: text,
  currency: text,
  is_default: bool,
  checkout: text,
  smallest_order_minor: int8,
  largest_order_minor: int8,
  session_seconds: int4,
  payment_seconds: int4,
  auto_capture_seconds: nullable(int4),
}

interface StoreRow {
  id: string
  merchant_code: string
  name: string
  country: string
  currency: string
  is_default: boolean
  checkout: string
  smallest_order_minor: bigint
  largest_order_minor: bigint
  session_seconds: number
  payment_seconds: number
  auto_capture_seconds: number | null
}

export const insertMerchant = defineStatement(
  'insert_merchant',
  [uuid, text, text, timestamptz, text],
  {},
  `insert into merchants (merchant_id, name, region, created_at, origin) values ($1, $2, $3, $4, $5)`,
)

export const insertStore = defineStatement(
  'insert_store',
  [uuid, uuid, text, text, text, text, text, bool, text, int8, int8, int4, int4, nullable(int4), timestamptz],
  {},
  `insert into stores (merchant_id, id, merchant_code, code_key, name, country, currency, is_default, checkout,
     smallest_order_minor, largest_order_minor, session_seconds, payment_seconds, auto_capture_seconds, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
)

export const insertKey = defineStatement(
  'insert_key',
  [uuid, uuid, text, bool, bytea, text, timestamptz],
  {},
  `insert into keys (merchant_id, id, kind, is_test, hash, last_four, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
)

// A key arrives without its merchant: this is the one place that finds the merchant by it.
export const findKeyByHash = defineStatement(
  'find_key_by_hash',
  [bytea],
  {
    hash: bytea,
    key_id: uuid,
    kind: text,
    is_test: bool,
    last_four: text,
    revoked: bool,
    merchant_id: uuid,
    merchant_name: text,
    region: text,
    takes_tokens: bool,
    clock_offset_ms: int8,
  },
  `select key.hash, key.id as key_id, key.kind, key.is_test, key.last_four, key.revoked_at is not null as revoked,
     merchant.merchant_id, merchant.name as merchant_name, merchant.region, merchant.takes_tokens,
     merchant.clock_offset_ms
   from keys as key join merchants as merchant using (merchant_id)
   where key.hash = $1`,
)

export const updateStore = defineStatement(
  'update_store',
  [uuid, uuid, text, int8, int8, int4, int4, nullable(int4)],
  {},
  `update stores set checkout = $3, smallest_order_minor = $4, largest_order_minor = $5, session_seconds = $6,
     payment_seconds = $7, auto_capture_seconds = $8
   where merchant_id = $1 and id = $2`,
)

export const listStores = defineStatement(
  'list_stores',
  [uuid],
  storeColumns,
  `select id, merchant_code, name, country, currency, is_default, checkout, smallest_order_minor, largest_order_minor,
     session_seconds, payment_seconds, auto_capture_seconds
   from stores where merchant_id = $1 order by is_default desc, created_at, id`,
)

export const listMerchants = defineStatement(
  'list_merchants',
  [],
  { merchant_id: uuid, name: text, region: text, created_at: timestamptz },
  `select merchant_id, name, region, created_at from merchants order by created_at, merchant_id`,
)

export const findMerchant = defineStatement(
  'find_merchant',
  [uuid],
  { merchant_id: uuid, name: text, region: text, clock_offset_ms: int8 },
  `select merchant_id, name, region, clock_offset_ms from merchants where merchant_id = $1`,
)

export const listKeys = defineStatement(
  'list_keys',
  [uuid],
  { id: uuid, kind: text, is_test: bool, last_four: text, created_at: timestamptz, revoked_at: nullable(timestamptz) },
  `select id, kind, is_test, last_four, created_at, revoked_at from keys where merchant_id = $1 order by created_at, id`,
)

export const revokeKey = defineStatement(
  'revoke_key',
  [uuid, uuid, timestamptz],
  { id: uuid },
  `update keys set revoked_at = coalesce(revoked_at, $3) where merchant_id = $1 and id = $2 returning id`,
)

// Only from where the clock was seen to stand: of two moves at once, one looks again.
export const stepClock = defineStatement(
  'step_clock',
  [uuid, int8, int8],
  { clock_offset_ms: int8 },
  `update merchants set clock_offset_ms = $3 where merchant_id = $1 and clock_offset_ms = $2 returning clock_offset_ms`,
)

// Production looks at all merchants once, at its start. $1: the hashes of keys that everybody knows, whosever they are.
export const countSandboxTraces = defineStatement(
  'count_sandbox_traces',
  [array(bytea)],
  { merchants: int4, clocks: int4 },
  `with working as (
     select merchant_id from keys where hash = any($1::bytea[]) and revoked_at is null
     union
     select key.merchant_id from keys as key join merchants as merchant using (merchant_id)
     where merchant.origin <> 'operator' and key.revoked_at is null
   )
   select (select count(*)::int4 from working) as merchants,
     (select count(*)::int4 from merchants where clock_offset_ms > 0) as clocks`,
)

export const revokeSandboxKeys = defineStatement(
  'revoke_sandbox_keys',
  [array(bytea), timestamptz],
  { merchant_id: uuid, name: text, keys: int4 },
  `with revoked as (
     update keys as key set revoked_at = $2 from merchants as merchant
     where merchant.merchant_id = key.merchant_id and key.revoked_at is null
       and (merchant.origin <> 'operator' or key.hash = any($1::bytea[]))
     returning merchant.merchant_id, merchant.name
   )
   select merchant_id, name, count(*)::int4 as keys from revoked group by merchant_id, name order by name, merchant_id`,
)

export const resetClocks = defineStatement(
  'reset_clocks',
  [],
  { merchant_id: uuid, name: text, clock_offset_ms: int8 },
  `with ahead as (
     select merchant_id, clock_offset_ms from merchants where clock_offset_ms > 0 for update
   )
   update merchants as merchant set clock_offset_ms = 0 from ahead where merchant.merchant_id = ahead.merchant_id
   returning merchant.merchant_id, merchant.name, ahead.clock_offset_ms`,
)

export function storeFrom(row: StoreRow): Store {
  return {
    id: row.id,
    merchantCode: row.merchant_code,
    name: row.name,
    country: row.country as Store['country'],
    currency: row.currency as Store['currency'],
    isDefault: row.is_default,
    checkout: row.checkout as Store['checkout'],
    smallestOrderMinor: row.smallest_order_minor,
    largestOrderMinor: row.largest_order_minor,
    sessionSeconds: row.session_seconds,
    paymentSeconds: row.payment_seconds,
    autoCaptureSeconds: row.auto_capture_seconds,
  }
}

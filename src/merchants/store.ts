import { array, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'

export const insertMerchant = defineStatement(
  'insert_merchant',
  { merchantId: uuid, name: text, region: text, createdAt: timestamptz, origin: text },
  { merchant_id: uuid },
  `insert into merchants (merchant_id, name, region, created_at, origin)
   values (:merchantId, :name, :region, :createdAt, :origin) on conflict do nothing returning merchant_id`,
)

export const listMerchantRows = defineStatement(
  'list_merchants',
  {},
  { merchant_id: uuid, name: text, region: text, created_at: timestamptz },
  `select merchant_id, name, region, created_at from merchants order by created_at, merchant_id`,
)

// For support: whose name begins so, or that one of this id; by name, a page at a time.
export const searchMerchants = defineStatement(
  'search_merchants',
  { begins: text, id: nullable(uuid), afterName: text, afterId: uuid, limit: int4 },
  { merchant_id: uuid, name: text, region: text, created_at: timestamptz },
  `select merchant_id, name, region, created_at from merchants
   where (:id::uuid is null or merchant_id = :id) and lower(name) ~>=~ :begins and lower(name) ~<=~ (:begins || chr(1114111))
     and (lower(name) ~>~ :afterName or lower(name) = :afterName and merchant_id > :afterId)
   order by lower(name) using ~<~, merchant_id limit :limit`,
)

export const findMerchant = defineStatement(
  'find_merchant',
  { merchantId: uuid },
  { merchant_id: uuid, name: text, region: text, clock_offset_ms: int8 },
  `select merchant_id, name, region, clock_offset_ms from merchants where merchant_id = :merchantId`,
)

export const noteRiskRules = defineStatement(
  'note_risk_rules',
  { merchantId: uuid },
  {},
  `update merchants set has_risk_rules = true where merchant_id = :merchantId and not has_risk_rules`,
)

// Only from where the clock was seen to stand: of two steps at once, one looks again.
export const stepClock = defineStatement(
  'step_clock',
  { merchantId: uuid, fromMs: int8, toMs: int8 },
  { clock_offset_ms: int8 },
  `update merchants set clock_offset_ms = :toMs where merchant_id = :merchantId and clock_offset_ms = :fromMs
   returning clock_offset_ms`,
)

export const resetClock = defineStatement(
  'reset_clock',
  { merchantId: uuid },
  {},
  `update merchants set clock_offset_ms = 0 where merchant_id = :merchantId and clock_offset_ms > 0`,
)

// Production looks at all merchants once, at its start, and for the hashes of keys that everybody knows, whosever they are.
export const countSandboxTraces = defineStatement(
  'count_sandbox_traces',
  { knownHashes: array(bytea) },
  { merchants: int4, clocks: int4 },
  `with working as (
     select merchant_id from keys where hash = any(:knownHashes::bytea[]) and revoked_at is null
     union
     select key.merchant_id from keys as key join merchants as merchant using (merchant_id)
     where merchant.origin <> 'operator' and key.revoked_at is null
   )
   select (select count(*)::int4 from working) as merchants,
     (select count(*)::int4 from merchants where clock_offset_ms > 0) as clocks`,
)

export const revokeSandboxKeys = defineStatement(
  'revoke_sandbox_keys',
  { knownHashes: array(bytea), now: timestamptz },
  { merchant_id: uuid, name: text, keys: int4 },
  `with revoked as (
     update keys as key set revoked_at = :now from merchants as merchant
     where merchant.merchant_id = key.merchant_id and key.revoked_at is null
       and (merchant.origin <> 'operator' or key.hash = any(:knownHashes::bytea[]))
     returning merchant.merchant_id, merchant.name
   )
   select merchant_id, name, count(*)::int4 as keys from revoked group by merchant_id, name order by name, merchant_id`,
)

export const resetClocks = defineStatement(
  'reset_clocks',
  {},
  { merchant_id: uuid, name: text, clock_offset_ms: int8 },
  `with ahead as (
     select merchant_id, clock_offset_ms from merchants where clock_offset_ms > 0 for update
   )
   update merchants as merchant set clock_offset_ms = 0 from ahead where merchant.merchant_id = ahead.merchant_id
   returning merchant.merchant_id, merchant.name, ahead.clock_offset_ms`,
)

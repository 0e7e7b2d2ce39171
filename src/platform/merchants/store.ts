import { array, bool, bytea, int4, int8, nullable, text, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'
import { firstOf, remainingColumns } from './sandbox-remains.ts'

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

// For support: merchants whose name begins with :begins, or the one of this id; by name, one page.
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
  { merchant_id: uuid, name: text, region: text, clock_offset_ms: int8, requires_second_factor: bool },
  `select merchant_id, name, region, clock_offset_ms, requires_second_factor from merchants where merchant_id = :merchantId`,
)

export const noteRiskRules = defineStatement(
  'note_risk_rules',
  { merchantId: uuid },
  {},
  `update merchants set has_risk_rules = true where merchant_id = :merchantId and not has_risk_rules`,
)

export const setFactorRequirement = defineStatement(
  'set_factor_requirement',
  { merchantId: uuid, isRequired: bool },
  { merchant_id: uuid },
  `update merchants set requires_second_factor = :isRequired
   where merchant_id = :merchantId and requires_second_factor <> :isRequired returning merchant_id`,
)

// Compares the clock with the one that was read: of two steps at once, one is refused.
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

export const countAdvancedClocks = defineStatement(
  'count_moved_clocks',
  {},
  { clocks: int4 },
  'select count(*)::int4 as clocks from merchants where clock_offset_ms > 0',
)

// Published keys, and keys that a sandbox issued. Keys of a sandbox's merchants count too: they may be older than
// the mark.
const isOfSandbox = `key.revoked_at is null
     and (key.in_sandbox or key.hash = any(:knownHashes::bytea[]) or merchant.origin <> 'operator')`

// Production reads all keys once, at its start.
export const listSandboxKeys = defineStatement(
  'list_sandbox_keys',
  { knownHashes: array(bytea) },
  remainingColumns,
  `select key.merchant_id, count(*)::int4 as count, ${firstOf("concat_ws(' ', nullif(key.name, ''), '…' || key.last_four)")} as what
   from keys as key join merchants as merchant using (merchant_id) where ${isOfSandbox} group by key.merchant_id`,
)

export const revokeSandboxKeys = defineStatement(
  'revoke_sandbox_keys',
  { knownHashes: array(bytea), now: timestamptz },
  { merchant_id: uuid },
  `update keys as key set revoked_at = :now from merchants as merchant
   where merchant.merchant_id = key.merchant_id and ${isOfSandbox} returning key.merchant_id`,
)

export const findDemoMerchant = defineStatement(
  'find_demo_merchant',
  { knownHashes: array(bytea) },
  { merchant_id: uuid },
  'select merchant_id from keys where hash = any(:knownHashes::bytea[]) and revoked_at is null limit 1',
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

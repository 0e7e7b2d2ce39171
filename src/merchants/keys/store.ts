import { bool, bytea, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const shownColumns = {
  id: uuid,
  kind: text,
  is_test: bool,
  last_four: text,
  created_at: timestamptz,
  revoked_at: nullable(timestamptz),
}

export const insertKey = defineStatement(
  'insert_key',
  { merchantId: uuid, id: uuid, kind: text, isTest: bool, hash: bytea, lastFour: text, createdAt: timestamptz },
  {},
  `insert into keys (merchant_id, id, kind, is_test, hash, last_four, created_at)
   values (:merchantId, :id, :kind, :isTest, :hash, :lastFour, :createdAt)`,
)

// A key arrives without its merchant: this is the one place that finds the merchant by it.
export const findKeyByHash = defineStatement(
  'find_key_by_hash',
  { hash: bytea },
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
    has_risk_rules: bool,
    clock_offset_ms: int8,
  },
  `select key.hash, key.id as key_id, key.kind, key.is_test, key.last_four, key.revoked_at is not null as revoked,
     merchant.merchant_id, merchant.name as merchant_name, merchant.region, merchant.takes_tokens,
     merchant.has_risk_rules, merchant.clock_offset_ms
   from keys as key join merchants as merchant using (merchant_id)
   where key.hash = :hash`,
)

export const listKeyRows = defineStatement(
  'list_keys',
  { merchantId: uuid },
  shownColumns,
  `select ${Object.keys(shownColumns).join(', ')} from keys where merchant_id = :merchantId order by created_at, id`,
)

export const revokeKeyRow = defineStatement(
  'revoke_key',
  { merchantId: uuid, id: uuid, now: timestamptz },
  { id: uuid },
  `update keys set revoked_at = coalesce(revoked_at, :now) where merchant_id = :merchantId and id = :id returning id`,
)

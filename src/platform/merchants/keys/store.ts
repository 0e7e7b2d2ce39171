import { array, bool, bytea, int8, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const shownColumns = {
  id: uuid,
  name: text,
  kind: text,
  is_test: bool,
  permissions: nullable(array(text)),
  last_four: text,
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
  revoked_at: nullable(timestamptz),
}

export const insertKey = defineStatement(
  'insert_key',
  {
    merchantId: uuid,
    id: uuid,
    kind: text,
    isTest: bool,
    permissions: nullable(array(text)),
    name: text,
    hash: bytea,
    lastFour: text,
    createdAt: timestamptz,
  },
  { id: uuid },
  `insert into keys (merchant_id, id, kind, is_test, permissions, name, hash, last_four, created_at)
   values (:merchantId, :id, :kind, :isTest, :permissions, :name, :hash, :lastFour, :createdAt)
   on conflict (merchant_id, id) do nothing returning id`,
)

// A request names its key but no merchant: this statement finds the merchant by the key.
export const findKeyByHash = defineStatement(
  'find_key_by_hash',
  { hash: bytea },
  {
    hash: bytea,
    key_id: uuid,
    kind: text,
    is_test: bool,
    permissions: nullable(array(text)),
    last_four: text,
    revoked: bool,
    last_used_at: nullable(timestamptz),
    merchant_id: uuid,
    merchant_name: text,
    region: text,
    takes_tokens: bool,
    has_risk_rules: bool,
    clock_offset_ms: int8,
  },
  `select key.hash, key.id as key_id, key.kind, key.is_test, key.permissions, key.last_four, key.revoked_at is not null as revoked,
     key.last_used_at,
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

// The condition lets one of several processes write at the same time.
export const noteKeyUse = defineStatement(
  'note_key_use',
  { merchantId: uuid, id: uuid, now: timestamptz, before: timestamptz },
  {},
  `update keys set last_used_at = :now
   where merchant_id = :merchantId and id = :id and (last_used_at is null or last_used_at <= :before)`,
)

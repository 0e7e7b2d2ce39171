import { bool, int4, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'

// Whoever makes a merchant without a key holds this until its transaction ends, so that counting and inserting are one.
export const lockSandboxMerchants = defineStatement(
  'lock_sandbox_merchants',
  [],
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(1904, 6)`,
)

export const countSandboxMerchants = defineStatement(
  'count_sandbox_merchants',
  [],
  { merchants: int4 },
  `select count(*)::int4 as merchants from merchants where origin = 'sandbox' and retired_at is null`,
)

// Nothing has ever come of it: neither payments nor what is set up for them.
const isUnused = `merchant.clock_offset_ms = 0
       and not exists (select from payments where payments.merchant_id = merchant.merchant_id)
       and not exists (select from webhooks where webhooks.merchant_id = merchant.merchant_id)
       and not exists (select from signing_secrets where signing_secrets.merchant_id = merchant.merchant_id)
       and not exists (select from attachments where attachments.merchant_id = merchant.merchant_id)`

// The oldest that nobody has used lose their keys.
export const retireUnusedMerchants = defineStatement(
  'retire_unused_merchants',
  [int4, timestamptz],
  { merchant_id: uuid },
  `with unused as (
     select merchant.merchant_id from merchants as merchant
     where merchant.origin = 'sandbox' and merchant.retired_at is null and ${isUnused}
     order by merchant.created_at, merchant.merchant_id limit $1
   ), retired as (
     update merchants as merchant set retired_at = $2
     from unused where merchant.merchant_id = unused.merchant_id
     returning merchant.merchant_id
   ), revoked as (
     update keys set revoked_at = coalesce(keys.revoked_at, $2)
     from retired where keys.merchant_id = retired.merchant_id
   )
   select merchant_id from retired`,
)

// Those that lost their keys before $1 and were not used in that very moment after all.
export const removeRetiredMerchants = defineStatement(
  'remove_retired_merchants',
  [timestamptz, int4],
  { merchant_id: uuid },
  `with gone as (
     select merchant.merchant_id from merchants as merchant
     where merchant.retired_at < $1 and ${isUnused}
     order by merchant.retired_at limit $2 for update skip locked
   ), gone_keys as (
     delete from keys using gone where keys.merchant_id = gone.merchant_id
   ), gone_stores as (
     delete from stores using gone where stores.merchant_id = gone.merchant_id
   )
   delete from merchants using gone where merchants.merchant_id = gone.merchant_id returning merchants.merchant_id`,
)

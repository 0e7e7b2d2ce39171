/** How a sandbox makes room for new merchants: SQL over this room's tables. */

/** SQL: how many merchants there are that a sandbox made and that still have their keys: merchants. */
export const countSandboxMerchants = `select count(*)::int4 as merchants from merchants where origin = 'sandbox' and retired_at is null`

/** SQL: whether another room has something of the merchant of this alias, which has merchant_id. */
export type Use = (alias: string) => string

function isUnused(uses: readonly Use[]): string {
  return [
    'merchant.clock_offset_ms = 0',
    'not merchant.has_risk_rules',
    ...uses.map((use) => `not ${use('merchant')}`),
  ].join('\n       and ')
}

/** SQL: takes the keys of the :limit oldest merchants that a sandbox made and that nobody has used, at :now: merchant_id. */
export function retireUnusedMerchants(uses: readonly Use[]): string {
  return `with unused as (
     select merchant.merchant_id from merchants as merchant
     where merchant.origin = 'sandbox' and merchant.retired_at is null and ${isUnused(uses)}
     order by merchant.created_at, merchant.merchant_id limit :limit
   ), retired as (
     update merchants as merchant set retired_at = :now
     from unused where merchant.merchant_id = unused.merchant_id
     returning merchant.merchant_id
   ), revoked as (
     update keys set revoked_at = coalesce(keys.revoked_at, :now)
     from retired where keys.merchant_id = retired.merchant_id
   )
   select merchant_id from retired`
}

/**
 * SQL: removes at most :limit of those that lost their keys before :before and were not used in that very moment after all: merchant_id.
 * `removal`, members of a `with`, removes what other rooms have of those in `gone`.
 */
export function removeRetiredMerchants(uses: readonly Use[], removal: string): string {
  return `with gone as (
     select merchant.merchant_id from merchants as merchant
     where merchant.retired_at < :before and ${isUnused(uses)}
     order by merchant.retired_at limit :limit for update skip locked
   ), gone_keys as (
     delete from keys using gone where keys.merchant_id = gone.merchant_id
   ), gone_stores as (
     delete from stores using gone where stores.merchant_id = gone.merchant_id
   ), ${removal}
   delete from merchants using gone where merchants.merchant_id = gone.merchant_id returning merchants.merchant_id`
}

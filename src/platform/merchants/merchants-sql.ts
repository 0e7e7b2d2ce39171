// SQL fragments on this room's tables, for statements of other rooms.

/** SQL: all merchants, for joins: merchant_id, name, region, clock_offset_ms, has_risk_rules, requires_second_factor. */
export const shownMerchants =
  'select merchant_id, name, region, clock_offset_ms, has_risk_rules, requires_second_factor from merchants'

/** Returns SQL: the advance of the merchant's clock in milliseconds. The alias has `merchant_id`. */
export function clockOffsetOf(alias: string): string {
  return `(select owner.clock_offset_ms from merchants as owner where owner.merchant_id = ${alias}.merchant_id)`
}

/** SQL: the merchants with an advanced clock (sandbox): merchant_id and clock_offset_ms. */
export const merchantsAhead = 'select merchant_id, clock_offset_ms from merchants where clock_offset_ms > 0'

/** SQL: the code, the name and the logo of every store, to be joined by `merchant_id` and `store_id`. */
export const storeNames =
  'select merchant_id, id as store_id, merchant_code, name as store_name, logo as store_logo from stores'

/** SQL: the currency of every store, to be joined by `merchant_id` and `store_id`. */
export const storeCurrencies = 'select merchant_id, id as store_id, currency from stores'

/** Returns SQL: a store's fees as JSON (`FeeRatesRecord`); null without fees. Both parameters are SQL expressions. */
export function feeRatesOfStore(merchantId: string, storeId: string): string {
  return `(select json_build_object('percent', fee_percent, 'fixed_minor', fee_fixed_minor::text,
       'vat_percent', fee_vat_percent, 'refund', fee_refund)
     from stores where merchant_id = ${merchantId} and id = ${storeId}
       and (fee_percent > 0 or fee_fixed_minor > 0 or fee_refund <> 'percent'))`
}

/** SQL: the beneficiary of every store, to be joined by `merchant_id` and `store_id`; empty texts without one. */
export const storeBeneficiaries =
  'select merchant_id, id as store_id, merchant_code, code_key, beneficiary_name, beneficiary_iban from stores'

/** SQL: the number of merchants that a sandbox made and that still have keys: merchants. */
export const countSandboxMerchants = `select count(*)::int4 as merchants from merchants where origin = 'sandbox' and retired_at is null`

/** Returns SQL: the condition that another room has rows of the merchant. The alias has merchant_id. */
export type Use = (alias: string) => string

function isUnused(uses: readonly Use[]): string {
  return [
    'merchant.clock_offset_ms = 0',
    'not merchant.has_risk_rules',
    ...uses.map((use) => `not ${use('merchant')}`),
  ].join('\n       and ')
}

/**
 * Returns SQL: revokes at :now the keys of the :limit oldest unused merchants that a sandbox made. Lists their
 * merchant_id.
 */
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
 * Returns SQL: removes at most :limit merchants whose keys were revoked before :before, and lists their merchant_id.
 * Merchants that were used at the last moment stay. `removal`, members of a `with`, removes other rooms' rows of the
 * merchants in `gone`.
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

import type { App } from '../app/app.ts'
import { type MerchantId, nilId, parseId } from '../base/ids.ts'
import type { Region } from '../base/market-entries.ts'
import type { Principal } from '../base/principal.ts'
import type { Instant } from '../base/times.ts'
import type { Queryable } from '../db/db.ts'
import type { Actor } from './caller.ts'
import type { Merchant } from './merchant.ts'
import { refusals } from './refusals.ts'
import * as store from './store.ts'
import { findMerchant, listMerchantRows, searchMerchants } from './store.ts'
import { listStores } from './stores/stores.ts'

/** Returns a merchant. Refuses an unknown one. */
export async function getMerchant(app: App, merchantId: MerchantId): Promise<Merchant> {
  const [row] = await app.db.run(findMerchant, { merchantId })
  if (row === undefined) throw refusals.noSuchMerchant()
  return { merchantId, name: row.name, region: row.region as Region }
}

/**
 * Returns an actor for a merchant's live things that holds no key, by the merchant's clock. Refuses an unknown
 * merchant.
 */
export async function getActor(app: App, merchantId: MerchantId, principal: Principal): Promise<Actor> {
  const [merchant] = await app.db.run(findMerchant, { merchantId })
  if (merchant === undefined) throw refusals.noSuchMerchant()
  return { merchantId, isTest: false, principal, requestId: '', clockOffsetMs: Number(merchant.clock_offset_ms) }
}

/** Returns every merchant with its stores, oldest first. */
export async function listMerchants(app: App) {
  const merchants = await app.db.run(listMerchantRows, {})
  return Promise.all(
    merchants.map(async (merchant) => ({
      id: merchant.merchant_id,
      name: merchant.name,
      region: merchant.region,
      createdAt: merchant.created_at,
      stores: await listStores(app, merchant.merchant_id),
    })),
  )
}

export interface MerchantRow extends Merchant {
  readonly createdAt: Instant
}

interface MerchantPosition {
  readonly name: string
  readonly id: string
}

const beginning: MerchantPosition = { name: '', id: nilId }

/** Returns one page of merchants by name: those whose name begins with the text, or the one with this id. */
export async function findMerchants(
  app: App,
  { text, behind = beginning, limit }: { text: string; behind?: MerchantPosition | undefined; limit: number },
): Promise<{ readonly merchants: readonly MerchantRow[]; readonly hasMore: boolean }> {
  const id = parseId(text.trim()) ?? null
  const begins = id === null ? text.trim().toLowerCase() : ''
  const after = { afterName: behind.name.toLowerCase(), afterId: behind.id }
  const rows = await app.db.run(searchMerchants, { begins, id, ...after, limit: limit + 1 })
  const merchants = rows.slice(0, limit).map((row) => ({
    merchantId: row.merchant_id,
    name: row.name,
    region: row.region as Region,
    createdAt: row.created_at,
  }))
  return { merchants, hasMore: rows.length > limit }
}

/** Stores that the merchant has risk rules or blocked customers. The caller calls `forgetKeysOf` after the commit. */
export async function noteRiskRules(on: Queryable, merchantId: MerchantId): Promise<void> {
  await on.run(store.noteRiskRules, { merchantId })
}

/** Whether the merchant requires a second factor of its people. Refuses an unknown merchant. */
export async function isFactorRequiredAt(app: App, merchantId: MerchantId): Promise<boolean> {
  const [row] = await app.db.run(findMerchant, { merchantId })
  if (row === undefined) throw refusals.noSuchMerchant()
  return row.requires_second_factor
}

/** Saves whether the merchant requires a second factor of its people. Returns whether that is a change. */
export async function setFactorRequirement(
  on: Queryable,
  merchantId: MerchantId,
  isRequired: boolean,
): Promise<boolean> {
  return (await on.run(store.setFactorRequirement, { merchantId, isRequired })).length > 0
}

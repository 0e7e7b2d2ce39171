import type { App } from '../../app/app.ts'
import { type MerchantId, newOrderedId, type StoreId } from '../../base/ids.ts'
import { type Country, currencyOf, marketOf } from '../../base/markets.ts'
import type { Instant } from '../../base/times.ts'
import type { Queryable } from '../../db/db.ts'
import { type CheckoutRules, codeKeyOf, type Store } from '../merchant.ts'
import { type Beneficiary, noBeneficiary } from './beneficiary.ts'
import { type FeeRates, noFees } from './fee-rates.ts'
import { noLegalEntity } from './legal-entity.ts'
import { type PlanOffers, standardOffers } from './plan-terms.ts'
import { insertStores, listStoreRows, rowOf, storeFrom } from './store.ts'

export interface NewStore {
  readonly merchantCode: string
  readonly country: Country
  readonly checkout: CheckoutRules
  /** Absent: the merchant's name. */
  readonly name?: string
  /** Absent: none. */
  readonly feeRates?: FeeRates
  readonly beneficiary?: Beneficiary
  /** Absent: the standard terms. */
  readonly offers?: PlanOffers
}

/** Returns a new store with the requested members, and the usual settings for all others. */
export function newStore(merchantName: string, store: NewStore, isDefault: boolean): Store {
  const currency = currencyOf(store.country)
  const { orderLimits: limits } = marketOf(currency)
  return {
    id: newOrderedId(),
    merchantCode: store.merchantCode,
    name: store.name ?? merchantName,
    country: store.country,
    currency,
    logo: null,
    isDefault,
    checkout: store.checkout,
    smallestOrderMinor: limits.smallestMinor,
    largestOrderMinor: limits.largestMinor,
    sessionSeconds: 20 * 60,
    paymentSeconds: 30 * 60,
    autoCaptureSeconds: 21 * 24 * 60 * 60,
    refundDays: 180,
    feeRates: store.feeRates ?? noFees,
    offers: store.offers ?? standardOffers,
    beneficiary: store.beneficiary ?? noBeneficiary,
    legalEntity: noLegalEntity,
  }
}

/** Returns a merchant's stores, the default store first; none for an unknown merchant. */
export async function listStores(app: App, merchantId: MerchantId): Promise<Store[]> {
  return (await app.db.run(listStoreRows, { merchantId })).map(storeFrom)
}

/** Returns a merchant's store, such as a payment's. Throws if it does not exist. */
export async function getStore(app: App, merchantId: MerchantId, id: StoreId): Promise<Store> {
  const store = (await listStores(app, merchantId)).find((candidate) => candidate.id === id)
  if (store === undefined) throw new Error(`the store ${id} does not exist`)
  return store
}

/** Inserts a merchant's new stores, all or none. */
export async function saveStores(
  on: Queryable,
  merchantId: MerchantId,
  stores: readonly Store[],
  createdAt: Instant,
): Promise<void> {
  const rows = stores.map((store) => ({
    ...rowOf(store),
    merchant_id: merchantId,
    code_key: codeKeyOf(store.merchantCode),
    created_at: createdAt,
  }))
  await on.run(insertStores, { stores: rows })
}

import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import type { Region } from '../base/regions.ts'
import type { Instant } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import { hashKey, newKey } from './key.ts'
import {
  type CheckoutRules,
  type Country,
  codeKeyOf,
  currencyOf,
  type Merchant,
  orderLimits,
  type Store,
} from './merchant.ts'
import { insertKey, insertMerchant, insertStore } from './store.ts'

export interface NewStore {
  readonly merchantCode: string
  readonly country: Country
  readonly checkout: CheckoutRules
  /** Absent: the merchant's name. */
  readonly name?: string
}

export interface NewMerchant {
  readonly name: string
  readonly region: Region
  /** At least one; the first is the default store. */
  readonly stores: readonly NewStore[]
  /** Fixed keys (the demo merchants); absent: new ones. */
  readonly keys?: MerchantKeys
  /** Who has it made; absent: an operator. Production does not start on keys of the others. */
  readonly origin?: 'operator' | 'demo' | 'sandbox'
}

/** A merchant's first keys, in clear: shown once, at its making. */
export interface MerchantKeys {
  readonly test: { readonly secret: string; readonly public: string }
  readonly live: { readonly secret: string; readonly public: string }
}

export interface OpenedMerchant {
  readonly merchant: Merchant
  readonly stores: readonly Store[]
  readonly keys: MerchantKeys
}

/**
 * Makes a merchant with its stores and one secret and one public key for each mode, all or nothing, once `first` has found nothing
 * against it in the same transaction.
 */
export async function openMerchant(
  app: Pick<App, 'db' | 'clock'>,
  request: NewMerchant,
  first: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<OpenedMerchant> {
  const at = app.clock.now()
  const merchant: Merchant = { merchantId: newOrderedId(), name: request.name, region: request.region }
  const stores = request.stores.map((store, index) => newStore(request.name, store, index === 0))
  const keys = request.keys ?? newKeys()
  const { merchantId, name, region } = merchant
  await app.db.transaction(async (tx) => {
    await first(tx)
    await tx.run(insertMerchant, [merchantId, name, region, at, request.origin ?? 'operator'])
    for (const store of stores) await saveStore(tx, merchant, store, at)
    for (const [isTest, pair] of [
      [true, keys.test],
      [false, keys.live],
    ] as const) {
      await saveKey(tx, merchant, 'secret', isTest, pair.secret, at)
      await saveKey(tx, merchant, 'public', isTest, pair.public, at)
    }
  })
  return { merchant, stores, keys }
}

/** Stores a key by its hash and answers its id. */
export async function saveKey(
  tx: Tx,
  merchant: Pick<Merchant, 'merchantId'>,
  kind: 'secret' | 'public',
  isTest: boolean,
  key: string,
  at: Instant,
): Promise<string> {
  const id = newOrderedId()
  await tx.run(insertKey, [merchant.merchantId, id, kind, isTest, hashKey(key), key.slice(-4), at])
  return id
}

function newKeys(): MerchantKeys {
  return {
    test: { secret: newKey('secret', true), public: newKey('public', true) },
    live: { secret: newKey('secret', false), public: newKey('public', false) },
  }
}

/** A store with the settings that every store starts with. */
export function newStore(merchantName: string, store: NewStore, isDefault: boolean): Store {
  const currency = currencyOf[store.country]
  const limits = orderLimits[currency]
  return {
    id: newOrderedId(),
    merchantCode: store.merchantCode,
    name: store.name ?? merchantName,
    country: store.country,
    currency,
    isDefault,
    checkout: store.checkout,
    smallestOrderMinor: limits.smallestMinor,
    largestOrderMinor: limits.largestMinor,
    sessionSeconds: 20 * 60,
    paymentSeconds: 30 * 60,
    autoCaptureSeconds: 21 * 24 * 60 * 60,
  }
}

/** Stores a store. */
export async function saveStore(
  tx: Tx,
  merchant: Pick<Merchant, 'merchantId'>,
  store: Store,
  at: Instant,
): Promise<void> {
  await tx.run(insertStore, [
    merchant.merchantId,
    store.id,
    store.merchantCode,
    codeKeyOf(store.merchantCode),
    store.name,
    store.country,
    store.currency,
    store.isDefault,
    store.checkout,
    store.smallestOrderMinor,
    store.largestOrderMinor,
    store.sessionSeconds,
    store.paymentSeconds,
    store.autoCaptureSeconds,
    at,
  ])
}

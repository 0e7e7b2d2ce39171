import type { App } from '../app/app.ts'
import { type MerchantId, newOrderedId } from '../base/ids.ts'
import type { Region } from '../base/market-entries.ts'
import type { Tx } from '../db/db.ts'
import { newKey } from './keys/key.ts'
import { saveKey } from './keys/keys.ts'
import { type Merchant, merchantCodeProblem, merchantNameProblem, type Store } from './merchant.ts'
import { refusals } from './refusals.ts'
import { insertMerchant } from './store.ts'
import { type NewStore, newStore, saveStores } from './stores/stores.ts'

export interface NewMerchant {
  /** Makes a form that is sent twice harmless. Absent: a new id. */
  readonly merchantId?: MerchantId
  readonly name: string
  readonly region: Region
  /** At least one; the first is the default store. */
  readonly stores: readonly NewStore[]
  /** Fixed keys (the demo merchants); absent: new ones. */
  readonly keys?: MerchantKeys
  /** Absent: an operator. Production does not start while keys of the others work. */
  readonly origin?: 'operator' | 'demo' | 'sandbox'
}

/** A merchant's first keys, in clear. They are shown once. */
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
 * Creates a merchant with its stores, and one secret and one public key for each mode, in one transaction. `first`
 * runs in it before: it may refuse, or write what belongs to the merchant. Refuses a merchant id that exists, and a
 * name or a code that is too long.
 */
export async function openMerchant(
  app: Pick<App, 'db' | 'clock'>,
  request: NewMerchant,
  first: (tx: Tx, merchantId: MerchantId) => Promise<void> = async () => undefined,
): Promise<OpenedMerchant> {
  const codes = request.stores.map(({ merchantCode }) => merchantCodeProblem(merchantCode))
  const problem = [merchantNameProblem(request.name), ...codes].find((each) => each !== undefined)
  if (problem !== undefined) throw refusals.wrongSettings(problem)
  const at = app.clock.now()
  const merchant: Merchant = {
    merchantId: request.merchantId ?? newOrderedId(),
    ...{ name: request.name, region: request.region },
  }
  const stores = request.stores.map((store, index) => newStore(request.name, store, index === 0))
  const keys = request.keys ?? newKeys()
  const { merchantId, name, region } = merchant
  await app.db.transaction(async (tx) => {
    await first(tx, merchantId)
    const origin = request.origin ?? 'operator'
    const made = await tx.run(insertMerchant, { merchantId, name, region, createdAt: at, origin })
    if (made.length === 0) throw refusals.merchantThere()
    await saveStores(tx, merchantId, stores, at)
    for (const [isTest, pair] of [
      [true, keys.test],
      [false, keys.live],
    ] as const) {
      await saveKey(tx, merchantId, { kind: 'secret', isTest, key: pair.secret, createdAt: at })
      await saveKey(tx, merchantId, { kind: 'public', isTest, key: pair.public, createdAt: at })
    }
  })
  return { merchant, stores, keys }
}

function newKeys(): MerchantKeys {
  return {
    test: { secret: newKey('secret', true), public: newKey('public', true) },
    live: { secret: newKey('secret', false), public: newKey('public', false) },
  }
}

import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getStore } from '../../platform/merchants/stores/stores.ts'
import type { Charge } from '../charges/charge.ts'
import { listCharges } from '../charges/list-charges.ts'
import { getPayment } from '../payments/get-payment.ts'
import type { Payment } from '../payments/payment.ts'
import type { CollectionFacts } from '../plans/schedule.ts'
import type { Collection } from './collection.ts'
import { factsOf } from './facts.ts'
import { collectionFrom, findCollection } from './store/collections.ts'

/** A payment's collection with what it follows from, as they are now. */
export interface LoadedCollection {
  readonly collection: Collection
  readonly payment: Payment
  /** Oldest first. */
  readonly charges: readonly Charge[]
  readonly facts: CollectionFacts
  readonly storeName: string
  readonly storeLogo: string | null
}

/**
 * Reads them; undefined where the payment is not authorized. The collection is read first: what is charged in between changes its
 * version, so nobody charges on what was true before.
 */
export async function loadCollection(
  app: App,
  actor: Actor,
  paymentId: PaymentId,
): Promise<LoadedCollection | undefined> {
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findCollection, { merchantId, id: paymentId, isTest })
  if (row === undefined) return undefined
  const collection = collectionFrom(row)
  const [payment, charges] = await Promise.all([getPayment(app, actor, paymentId), listCharges(app, actor, paymentId)])
  const { name: storeName, logo: storeLogo } = await getStore(app, merchantId, payment.storeId)
  return { collection, payment, charges, facts: factsOf(app, collection, payment, charges), storeName, storeLogo }
}

import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getPayment } from '../payments/get-payment.ts'
import { type LoadedCollection, loadCollection } from './load-collection.ts'
import { refusals } from './refusals.ts'

/**
 * A payment's collection with what it follows from. Refuses with 404 a payment of another merchant or mode, and one that was never
 * authorized.
 */
export async function getCollection(app: App, actor: Actor, paymentId: PaymentId): Promise<LoadedCollection> {
  const loaded = await loadCollection(app, actor, paymentId)
  if (loaded !== undefined) return loaded
  await getPayment(app, actor, paymentId)
  throw refusals.noPlan()
}

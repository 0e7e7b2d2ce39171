import type { Card } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { retryOvertaken } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { saveCard } from '../charges/saved-cards.ts'
import { refusals as paymentRefusals } from '../payments/refusals.ts'
import { scheduled } from './collection.ts'
import { getCollection, saveCollection } from './collections.ts'
import { factsOf } from './facts.ts'
import { refusals } from './refusals.ts'

/**
 * Replaces the card of a payment's later parts. A due amount is tried with it at the next 09:00, and tries are counted
 * anew. A charge in flight is not changed. Refuses a payment without a plan, and a read-only one.
 */
export async function changeCard(app: App, actor: Actor, paymentId: PaymentId, card: Card): Promise<void> {
  await retryOvertaken(refusals.chargeUnderWay, async () => {
    const loaded = await getCollection(app, actor, paymentId)
    if (loaded.payment.isHeld) throw paymentRefusals.held()
    const now = nowFor(app, actor)
    const changed = { ...loaded.collection, card, cardSince: now, networkReference: '' }
    const facts = factsOf(app, changed, loaded.payment, loaded.charges)
    return app.db.transaction(async (tx) => {
      if (!(await saveCollection(tx, scheduled(changed, facts, now)))) return false
      if (changed.phone !== '') await saveCard(tx, changed, card, now)
      return true
    })
  })
}

import { isCharging } from '../charges/is-charging.ts'
import type { ListedWork } from '../due/due.ts'
import { serviceActor } from '../merchants/caller.ts'
import { advanceCollection } from './advance-collection.ts'
import { listDueCollections, listDueCollectionsOfMerchant } from './store/collections.ts'

/** What falls due of customers' plans: reminders, charges, the end of trying. */
export const dueCollections: ListedWork = {
  name: 'collect installments',
  kind: 'collection',
  everyMs: 1_000,
  // Each waits for the card processor most of the time.
  maxInFlight: 32,
  async listDue(app, limit) {
    const rows = await app.db.run(listDueCollections, { now: app.clock.now(), limit })
    return rows.map(({ merchant_id, id, is_test, clock_offset_ms, tries }) => {
      return { id, tries, actor: serviceActor(merchant_id, is_test, Number(clock_offset_ms)) }
    })
  },
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId } = actor
    const isTest = modes === 'own' ? actor.isTest : null
    const now = app.clock.now()
    const rows = await app.db.run(listDueCollectionsOfMerchant, { merchantId, until, now, limit, isTest })
    return rows.map(({ id, is_test, due_at, tries }) => {
      return { id, tries, dueAt: due_at, actor: { ...actor, isTest: is_test } }
    })
  },
  isUnderWay: (app, { merchantId }) => isCharging(app, merchantId),
  run: (app, { actor, id }) => advanceCollection(app, actor, id),
}

import { dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import type { Queue } from '../../platform/due/waiting.ts'
import { chargeTimes } from '../charges/charge.ts'
import { isCharging } from '../charges/charges.ts'
import { advanceCollection } from './advance-collection.ts'
import { listDueCollections, listDueCollectionsOfMerchant, waitingCollections } from './store/collections.ts'
import { waitingMessages } from './store/messages.ts'

/** Steps of collections that are due: reminders, charges, defaults. */
export const dueCollections: ListedWork = {
  name: 'collect installments',
  kind: 'collection',
  everyMs: 1_000,
  // Each run mostly waits for the card processor.
  maxInFlight: 32,
  async listDue(app, limit) {
    const rows = await app.db.run(listDueCollections, { now: app.clock.now(), limit })
    return rows.map(dueFrom)
  },
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId } = actor
    const isTest = modes === 'own' ? actor.isTest : null
    const params = { merchantId, until, now: app.clock.now(), limit, isTest, lostMs: chargeTimes.lostMs }
    const rows = await app.db.run(listDueCollectionsOfMerchant, params)
    return rows.map((row) => dueAtFrom(actor, row))
  },
  isUnderWay: (app, { merchantId }) => isCharging(app, merchantId),
  run: (app, { actor, id }) => advanceCollection(app, actor, id),
}

/** The queues of this room: due collections and messages. */
export const collectionQueues: readonly Queue[] = [
  { name: 'collections', statement: waitingCollections },
  { name: 'messages', statement: waitingMessages },
]

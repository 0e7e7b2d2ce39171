import type { App } from '../../platform/app/app.ts'
import { dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import type { Queue } from '../../platform/due/waiting.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { erasePayment } from './erase-payment.ts'
import { listDueErasures, listDueErasuresOf, waitingErasures } from './store.ts'

/** Payments of erased customers that are due to be looked at. `places`: loads every place with personal data. */
export function dueErasuresIn(places: (app: App) => Promise<readonly ErasedPlace[]>): ListedWork {
  return {
    name: 'erase customers',
    kind: 'erasure',
    everyMs: 10_000,
    maxInFlight: 2,
    async listDue(app, limit) {
      return (await app.db.run(listDueErasures, { now: app.clock.now(), limit })).map(dueFrom)
    },
    async listDueOf(app, actor, modes, until, limit) {
      const isTest = modes === 'own' ? actor.isTest : null
      const { merchantId } = actor
      const rows = await app.db.run(listDueErasuresOf, { merchantId, isTest, until, now: app.clock.now(), limit })
      return rows.map((row) => dueAtFrom(actor, row))
    },
    run: async (app, { actor, id }) => erasePayment(app, await places(app), actor, id, 'too'),
  }
}

/** The queue of this room. */
export const erasureQueues: readonly Queue[] = [{ name: 'erasures', statement: waitingErasures }]

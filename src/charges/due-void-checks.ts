import type { ListedWork } from '../due/due.ts'
import { dueAtFrom, dueFrom } from '../due/due-rows.ts'
import { checkVoidAgain } from './check-void-again.ts'
import { listVoidsToCheck, listVoidsToCheckOf } from './store/voids.ts'

/** Charges that the processor has voided and is asked about again. */
export const dueVoidChecks: ListedWork = {
  name: 'check voids again',
  kind: 'collection',
  everyMs: 5_000,
  maxInFlight: 8,
  async listDue(app, limit) {
    return (await app.db.run(listVoidsToCheck, { now: app.clock.now(), limit })).map(dueFrom)
  },
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId, isTest } = actor
    const asked = { merchantId, until, now: app.clock.now(), limit, isTest: modes === 'own' ? isTest : null }
    return (await app.db.run(listVoidsToCheckOf, asked)).map((row) => dueAtFrom(actor, row))
  },
  run: checkVoidAgain,
}

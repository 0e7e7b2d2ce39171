import type { ListedWork } from '../due/due.ts'
import { dueAtFrom, dueFrom } from '../due/due-rows.ts'
import { checkReturnAgain } from './check-return-again.ts'
import type { ReturnEvents } from './settle-failed-return.ts'
import { listReturnsToCheck, listReturnsToCheckOf } from './store/return-checks.ts'

/** Returns that the processor has confirmed and is asked about again. */
export function dueReturnChecksOf(events: Pick<ReturnEvents, 'onFailed'>): ListedWork {
  return {
    name: 'check returns again',
    kind: 'collection',
    everyMs: 1_000,
    maxInFlight: 8,
    async listDue(app, limit) {
      return (await app.db.run(listReturnsToCheck, { now: app.clock.now(), limit })).map(dueFrom)
    },
    async listDueOf(app, actor, modes, until, limit) {
      const { merchantId, isTest } = actor
      const asked = { merchantId, until, now: app.clock.now(), limit, isTest: modes === 'own' ? isTest : null }
      return (await app.db.run(listReturnsToCheckOf, asked)).map((row) => dueAtFrom(actor, row))
    },
    run: (app, due) => checkReturnAgain(app, events, due),
  }
}

import { type Due, dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import { checkReturnAgain } from './check-return-again.ts'
import { checkVoidAgain } from './check-void-again.ts'
import type { ReturnEvents } from './settle-failed-return.ts'
import { listReturnsToCheck, listReturnsToCheckOf } from './store/return-checks.ts'
import { listVoidsToCheck, listVoidsToCheckOf } from './store/voids.ts'

interface LaterChecks extends Pick<ListedWork, 'name' | 'everyMs' | 'run'> {
  readonly due: typeof listReturnsToCheck | typeof listVoidsToCheck
  readonly dueOf: typeof listReturnsToCheckOf | typeof listVoidsToCheckOf
}

/** Returns that the processor has confirmed and is asked about again. */
export function dueReturnChecksOf(events: Pick<ReturnEvents, 'onFailed'>): ListedWork {
  return laterChecks({
    ...{ name: 'check returns again', everyMs: 1_000, due: listReturnsToCheck, dueOf: listReturnsToCheckOf },
    run: (app, due: Due) => checkReturnAgain(app, events, due),
  })
}

/** Charges that the processor has voided and is asked about again. */
export const dueVoidChecks: ListedWork = laterChecks({
  ...{ name: 'check voids again', everyMs: 5_000, due: listVoidsToCheck, dueOf: listVoidsToCheckOf },
  run: checkVoidAgain,
})

function laterChecks({ name, everyMs, run, due, dueOf }: LaterChecks): ListedWork {
  return {
    ...{ name, kind: 'collection', everyMs, maxInFlight: 8 },
    async listDue(app, limit) {
      return (await app.db.run(due, { now: app.clock.now(), limit })).map(dueFrom)
    },
    async listDueOf(app, actor, modes, until, limit) {
      const { merchantId, isTest } = actor
      const scope = { merchantId, isTest: modes === 'own' ? isTest : null }
      return (await app.db.run(dueOf, { ...scope, until, now: app.clock.now(), limit })).map((row) =>
        dueAtFrom(actor, row),
      )
    },
    run,
  }
}

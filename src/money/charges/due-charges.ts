import { type ClaimedWork, type Due, dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import type { Queue } from '../../platform/due/waiting.ts'
import { type ChargeKey, type ChargeKind, chargeTimes } from './charge.ts'
import { checkReturnAgain } from './check-return-again.ts'
import type { ChargePurpose } from './purpose.ts'
import { resolveCharge } from './resolve-charge.ts'
import { type ReturnKey, returnTimes } from './return.ts'
import type { ReturnEvents } from './returns.ts'
import { sendReturn } from './send-return.ts'
import { listDueCharges, waitingCharges } from './store/charges.ts'
import { listReturnsToCheck, listReturnsToCheckOf } from './store/return-checks.ts'
import { findReturnBeingSent, listDueReturns, listUnsentReturns, waitingReturns } from './store/returns.ts'
import { listVoidsToCheck, listVoidsToCheckOf, waitingVoids } from './store/voids.ts'
import { checkVoidAgain } from './voids.ts'

/** Charges of these kinds that are due for a check. A missing answer delays no other charge. */
export function dueChargesOf(
  name: string,
  kinds: readonly ChargeKind[],
  purpose: ChargePurpose,
): ClaimedWork<ChargeKey> {
  return {
    name,
    everyMs: 1_000,
    maxInFlight: 16,
    get claimsForMs() {
      return chargeTimes.roundMs
    },
    async listDue(app, limit) {
      const rows = await app.db.run(listDueCharges, { kinds, limit })
      return rows.map(({ merchant_id, id }) => ({ merchantId: merchant_id, id }))
    },
    run: (app, key) => resolveCharge(app, purpose, key),
  }
}

/** Returns that are due to be sent or checked. A missing answer delays no other return. */
export function dueReturnsOf(events: ReturnEvents): ClaimedWork<ReturnKey> {
  return {
    name: 'send returns',
    everyMs: 500,
    maxInFlight: 16,
    claimsForMs: returnTimes.roundMs,
    async listDue(app, limit) {
      const rows = await app.db.run(listDueReturns, { limit })
      return rows.map(({ merchant_id, id }) => ({ merchantId: merchant_id, id }))
    },
    async isUnderWay(app, { merchantId }) {
      const remainingLeaseMs = returnTimes.leaseMs - returnTimes.answerMs
      return (await app.db.run(findReturnBeingSent, { merchantId, remainingLeaseMs })).length > 0
    },
    async listUnbegunOf(app, { merchantId }, limit) {
      return (await app.db.run(listUnsentReturns, { merchantId, limit })).map(({ id }) => ({ merchantId, id }))
    },
    run: (app, key) => sendReturn(app, events, key),
  }
}

interface LaterChecks extends Pick<ListedWork, 'name' | 'everyMs' | 'run'> {
  readonly due: typeof listReturnsToCheck | typeof listVoidsToCheck
  readonly dueOf: typeof listReturnsToCheckOf | typeof listVoidsToCheckOf
}

/** Confirmed returns that are due for another check. */
export function dueReturnChecksOf(events: Pick<ReturnEvents, 'onFailed'>): ListedWork {
  return laterChecks({
    ...{ name: 'check returns again', everyMs: 1_000, due: listReturnsToCheck, dueOf: listReturnsToCheckOf },
    run: (app, due: Due) => checkReturnAgain(app, events, due),
  })
}

/** Voided charges that are due for another check. */
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

/** The queues of this room: charges with an unknown result, charges to void, and returns. */
export const chargeQueues: readonly Queue[] = [
  { name: 'charges', statement: waitingCharges },
  { name: 'voids', statement: waitingVoids },
  { name: 'returns', statement: waitingReturns },
]

import { second } from '../../platform/base/times.ts'
import { isLockTimeout } from '../../platform/db/lock-retries.ts'
import { dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import type { Queue } from '../../platform/due/waiting.ts'
import { isUnsealed, maxSealed } from '../ledger/seals.ts'
import { bookMerchant } from './bookings.ts'
import { settleSettlement } from './settle-settlement.ts'
import { exportedPayouts, waitingPayouts } from './store/bank-payouts.ts'
import { listDueSettlements, listDueSettlementsOfMerchant, waitingSettlements } from './store/pending.ts'

/**
 * The delay of closing a day by the scheduler. A sandbox's day is due at midnight, so that an advanced clock closes
 * it at once. When the clock only ticks past midnight, the delay lets requests from just before it finish.
 */
const graceMs = { production: 0, sandbox: 5 * second } as const

/** Batches that are booked before one merchant's settlements are read. A round books the rest. */
const maxBatches = 5
/**
 * If more entries wait, for example after an upgrade, no day is closed before they are booked: closing would book
 * all of them.
 */
const maxWaiting = 4 * maxSealed

/** The due work of settlements: days are closed and paid. */
export const dueSettlements: ListedWork = {
  name: 'settle merchants',
  kind: 'settlement',
  everyMs: 5_000,
  // Settlements of one merchant wait for its lock.
  maxInFlight: 4,
  async listDue(app, limit) {
    const now = app.clock.now()
    const passed = now - graceMs[app.config.mode]
    const rows = await app.db.run(listDueSettlements, { now, maxWaiting, limit })
    const due = rows.filter(
      ({ state, due_at, clock_offset_ms }) => state !== 'open' || due_at <= passed + Number(clock_offset_ms),
    )
    return due.map(dueFrom)
  },
  // Booking makes the days. If the ledger is locked for long, the list is from the last booking.
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId } = actor
    await bookMerchant(app, merchantId, maxBatches).catch((error) => {
      if (!isLockTimeout(error)) throw error
    })
    const isTest = modes === 'own' ? actor.isTest : null
    const now = app.clock.now()
    const rows = await app.db.run(listDueSettlementsOfMerchant, { merchantId, until, now, limit, isTest })
    if (rows.length > 0 && (await isUnsealed(app, merchantId, maxWaiting))) return []
    return rows.map((row) => dueAtFrom(actor, row))
  },
  run: (app, { actor, id }) => settleSettlement(app, actor, id),
}

/** The queues of settlements for metrics: days to close or pay, payouts to export, and payouts to confirm. */
export const settlementQueues: readonly Queue[] = [
  { name: 'settlements', statement: waitingSettlements },
  { name: 'payouts', statement: waitingPayouts },
  { name: 'exported_payouts', statement: exportedPayouts },
]

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
 * A sandbox's days are due at midnight, so that a clock that is moved past it, and whoever asks, finds them closed. When the clock only ticks
 * past it, what was asked for just before is written down first.
 */
const graceMs = { production: 0, sandbox: 5 * second } as const

/** So much is booked before one merchant's settlements are looked at; the rest a round does. */
const maxBatches = 5
/** Where more than so many changes wait, as after an upgrade, no day is closed before they are booked: closing would have to do it. */
const maxWaiting = 4 * maxSealed

/** What falls due of settlements: that their days are closed, and that they are paid. */
export const dueSettlements: ListedWork = {
  name: 'settle merchants',
  kind: 'settlement',
  everyMs: 5_000,
  // Those of one merchant wait for each other.
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
  // Which days there are is known once what moved is booked. Where somebody holds the ledger for long, it is as it was booked last.
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

/** What waits of settlements: days to be closed or paid, payouts for their export, and for what the bank says. */
export const settlementQueues: readonly Queue[] = [
  { name: 'settlements', statement: waitingSettlements },
  { name: 'payouts', statement: waitingPayouts },
  { name: 'exported_payouts', statement: exportedPayouts },
]

import { dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import type { Queue } from '../../platform/due/waiting.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { findDisputes } from './disputes.ts'
import {
  listDueDisputes,
  listDueDisputesOfMerchant,
  measureDueDisputes,
  measureUndecidedDisputes,
} from './store/due.ts'

/** The due work of disputes: those without an answer for 14 days are decided. */
export const dueDisputes: ListedWork = {
  name: 'settle due disputes',
  kind: 'dispute',
  everyMs: 1_000,
  maxInFlight: 8,
  async listDue(app, limit) {
    const rows = await app.db.run(listDueDisputes, { now: app.clock.now(), limit })
    return rows.map(dueFrom)
  },
  async listDueOf(app, actor, _modes, until, limit) {
    const { merchantId } = actor
    const rows = await app.db.run(listDueDisputesOfMerchant, { merchantId, until, now: app.clock.now(), limit })
    return rows.map((row) => dueAtFrom(actor, row))
  },
  run: (app, { actor, id }) => findDisputes(app, actor, [id], nowFor(app, actor)),
}

/** The queues of disputes for metrics: those that are due, and those that wait for support. */
export const disputeQueues: readonly Queue[] = [
  { name: 'disputes', statement: measureDueDisputes },
  { name: 'undecided_disputes', statement: measureUndecidedDisputes },
]

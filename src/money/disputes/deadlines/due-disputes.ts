import { dueAtFrom, dueFrom, type ListedWork } from '../../../platform/due/due.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { findDisputes } from '../queries/find-disputes.ts'
import { listDueDisputes, listDueDisputesOfMerchant } from '../store/disputes.ts'

/** What falls due on disputes: that they are decided when nobody has answered for 14 days. */
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

import type { ClaimedWork } from '../../platform/due/due.ts'
import { type ReturnKey, returnTimes } from './return.ts'
import { sendReturn } from './send-return.ts'
import type { ReturnEvents } from './settle-failed-return.ts'
import { findReturnBeingSent, listDueReturns, listUnsentReturns } from './store/returns.ts'

/** What is to be sent back to cards, or asked about. One whose answer does not come holds up no other. */
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
      const askedForMs = returnTimes.leaseMs - returnTimes.answerMs
      return (await app.db.run(findReturnBeingSent, { merchantId, askedForMs })).length > 0
    },
    async listUnbegunOf(app, { merchantId }, limit) {
      return (await app.db.run(listUnsentReturns, { merchantId, limit })).map(({ id }) => ({ merchantId, id }))
    },
    run: (app, key) => sendReturn(app, events, key),
  }
}

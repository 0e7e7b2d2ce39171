import { dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import { getPayment } from './get-payment.ts'
import { listDuePayments, listDuePaymentsOfMerchant } from './store/due.ts'

/** What falls due on payments: that they expire, and that the service captures by itself. */
export const duePayments: ListedWork = {
  name: 'settle due payments',
  kind: 'payment',
  everyMs: 500,
  // They are found and saved together, and a round trip takes so many.
  maxInFlight: 32,
  async listDue(app, limit) {
    const rows = await app.db.run(listDuePayments, { now: app.clock.now(), limit })
    return rows.map(dueFrom)
  },
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId } = actor
    const isTest = modes === 'own' ? actor.isTest : null
    const rows = await app.db.run(listDuePaymentsOfMerchant, { merchantId, until, now: app.clock.now(), limit, isTest })
    return rows.map((row) => dueAtFrom(actor, row))
  },
  run: (app, { actor, id }) => getPayment(app, actor, id),
}

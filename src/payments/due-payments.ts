import type { ListedWork } from '../due/due.ts'
import { serviceActor } from '../merchants/caller.ts'
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
    return rows.map(({ merchant_id, id, is_test, clock_offset_ms, tries }) => {
      return { id, tries, actor: serviceActor(merchant_id, is_test, Number(clock_offset_ms)) }
    })
  },
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId } = actor
    const isTest = modes === 'own' ? actor.isTest : null
    const rows = await app.db.run(listDuePaymentsOfMerchant, { merchantId, until, now: app.clock.now(), limit, isTest })
    return rows.map(({ id, is_test, due_at, tries }) => {
      return { id, tries, dueAt: due_at, actor: { ...actor, isTest: is_test } }
    })
  },
  run: (app, { actor, id }) => getPayment(app, actor, id),
}

import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import { type Actor, nowFor, serviceActor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { listDuePayments, listDuePaymentsOfMerchant } from './store/payments.ts'

const batch = 200

/** Does for every merchant what has fallen due on payments by the system's clock. Answers how many there were. */
export async function settleDuePayments(app: App): Promise<number> {
  const due = await app.db.run(listDuePayments, [app.clock.now(), batch])
  for (const { merchant_id, id, is_test, clock_offset_ms } of due) {
    try {
      await getPayment(app, serviceActor(merchant_id, is_test, Number(clock_offset_ms)), id)
    } catch (error) {
      // One payment that cannot be settled must not hold up the others.
      app.log.error({ err: error, payment_id: id }, 'could not settle a due payment')
    }
  }
  return due.length
}

/** Does what has fallen due on one merchant's payments, in both modes, in the order of their times. */
export async function settlePaymentsOf(app: App, actor: Actor): Promise<void> {
  for (;;) {
    const due = await listDuePaymentsOf(app, actor, nowFor(app, actor))
    for (const { id, isTest } of due) await getPayment(app, { ...actor, isTest }, id)
    if (due.length < batch) return
  }
}

/** One merchant's payments that are due until then, first come first: for the sandbox clock, which passes each in turn. */
export async function listDuePaymentsOf(app: App, actor: Pick<Actor, 'merchantId'>, until: Instant) {
  const rows = await app.db.run(listDuePaymentsOfMerchant, [actor.merchantId, until, batch])
  return rows.map(({ id, is_test, due_at }) => ({ id, isTest: is_test, dueAt: due_at }))
}

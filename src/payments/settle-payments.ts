import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import { doDue } from '../due/do-due.ts'
import { type Actor, nowFor, serviceActor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { listDuePayments, listDuePaymentsOfMerchant } from './store/payments.ts'

const batch = 200

/**
 * Does for every merchant what has fallen due on payments by the system's clock, and goes past what fails. Answers how many
 * were settled.
 */
export async function settleDuePayments(app: App): Promise<number> {
  const rows = await app.db.run(listDuePayments, [app.clock.now(), batch])
  const due = rows.map(({ merchant_id, id, tries, is_test, clock_offset_ms }) => {
    return { merchantId: merchant_id, id, tries, actor: serviceActor(merchant_id, is_test, Number(clock_offset_ms)) }
  })
  return doDue(app, 'payment', due, ({ actor, id }) => getPayment(app, actor, id))
}

/** Does what has fallen due on one merchant's payments, in both modes. What fails is left as it is, and tried again later. */
export async function settlePaymentsOf(app: App, actor: Actor): Promise<void> {
  for (;;) {
    const due = await listDuePaymentsOf(app, actor, nowFor(app, actor))
    const done = await doDue(app, 'payment', due, ({ id, isTest }) => getPayment(app, { ...actor, isTest }, id))
    if (due.length < batch || done === 0) return
  }
}

/** One merchant's payments that are due until then, first come first, without those that have failed and are put off. */
export async function listDuePaymentsOf(app: App, { merchantId }: Pick<Actor, 'merchantId'>, until: Instant) {
  const rows = await app.db.run(listDuePaymentsOfMerchant, [merchantId, until, batch, app.clock.now()])
  return rows.map(({ id, is_test, due_at, tries }) => ({ merchantId, id, isTest: is_test, dueAt: due_at, tries }))
}

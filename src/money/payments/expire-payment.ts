import type { App } from '../../platform/app/app.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { expire } from './transitions/expire.ts'

/** The customer or the merchant cancelled: the payment read before, CREATED, becomes EXPIRED. Refuses when it is not open any more. */
export async function expirePayment(app: App, on: Queryable, actor: Actor, payment: Payment): Promise<Payment> {
  const change = expire(payment, nowFor(app, actor))
  if (!(await savePayment(app, on, actor, change))) throw refusals.locked()
  return change.after
}

import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './payment-changes.ts'
import { refusals } from './refusals.ts'
import { authorize, expire, reject } from './transitions/checkout.ts'

/**
 * The customer accepted and was charged so much: the payment read before becomes AUTHORIZED. `autoCaptureSeconds` is the store's
 * setting; 0 captures it with the next look at it. Refuses when it is not open any more.
 */
export async function authorizePayment(
  app: App,
  on: Queryable,
  actor: Actor,
  payment: Payment,
  autoCaptureSeconds: number | null,
  chargedMinor: bigint,
): Promise<Payment> {
  const change = authorize(payment, autoCaptureSeconds, nowFor(app, actor), chargedMinor)
  if (!(await savePayment(app, on, actor, change))) throw refusals.locked()
  return change.after
}

/** The customer or the merchant cancelled: the payment read before, CREATED, becomes EXPIRED. Refuses when it is not open any more. */
export async function expirePayment(app: App, on: Queryable, actor: Actor, payment: Payment): Promise<Payment> {
  const change = expire(payment, nowFor(app, actor))
  if (!(await savePayment(app, on, actor, change))) throw refusals.locked()
  return change.after
}

/** The customer was refused: CREATED becomes REJECTED. Refuses when it is not open any more. */
export async function rejectPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  const change = reject(await getPayment(app, actor, id))
  if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
  return change.after
}

import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import type { Queryable } from '../db/db.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { authorize, expire, reject } from './moves.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './save-payment.ts'

/**
 * The customer accepted and the first part was charged: the payment read before becomes AUTHORIZED. `autoCaptureSeconds` is
 * the store's setting; 0 captures it with the next look at it. Refuses when it is not open any more.
 */
export async function authorizePayment(
  app: App,
  on: Queryable,
  actor: Actor,
  payment: Payment,
  autoCaptureSeconds: number | null,
): Promise<Payment> {
  return savePayment(app, on, actor, authorize(payment, autoCaptureSeconds, nowFor(app, actor)))
}

/** The customer was refused: CREATED becomes REJECTED. Refuses when it is not open any more. */
export async function rejectPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  return savePayment(app, app.db, actor, reject(payment))
}

/** The customer or the merchant cancelled: the payment read before, CREATED, becomes EXPIRED. Refuses when it is not open any more. */
export async function expirePayment(app: App, on: Queryable, actor: Actor, payment: Payment): Promise<Payment> {
  return savePayment(app, on, actor, expire(payment, nowFor(app, actor)))
}

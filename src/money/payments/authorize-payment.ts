import type { App } from '../../platform/app/app.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { authorize } from './transitions/authorize.ts'

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

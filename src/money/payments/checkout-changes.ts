import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Queryable, WithChange } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { rememberPayment } from './known-payments.ts'
import type { Payment } from './payment.ts'
import { saveChange, savePayment } from './payment-changes.ts'
import { refusals } from './refusals.ts'
import { authorize, expire, reject } from './transitions/checkout.ts'

/**
 * Authorizes a CREATED payment after the customer's first charge (`chargedMinor`). `autoCaptureSeconds`: the store's
 * setting; 0 captures the payment when it is read next. Refuses if the payment is not open any more, or was changed
 * meanwhile.
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
  on.afterCommit(() => rememberPayment(app, change.after))
  return change.after
}

/** Expires a CREATED payment that the customer or the merchant cancelled. Refuses if it is not open any more. */
export async function expirePayment(app: App, on: Queryable, actor: Actor, payment: Payment): Promise<Payment> {
  const change = expire(payment, nowFor(app, actor))
  if (!(await savePayment(app, on, actor, change))) throw refusals.locked()
  return change.after
}

/** Rejects a CREATED payment. `inSameTransaction`: extra writes. Refuses if it is not open any more. */
export async function rejectPayment(
  app: App,
  actor: Actor,
  id: PaymentId,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const change = reject(await getPayment(app, actor, id))
  await saveChange(app, actor, change, inSameTransaction)
  return change.after
}

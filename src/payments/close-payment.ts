import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { cardStepOf } from './card-step.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { close } from './transitions/close.ts'

/** Closes an authorized payment; refuses as docs/contract/payments.md#close says. */
export async function closePayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  const change = close(payment, nowFor(app, actor), cardStepOf(app, payment))
  if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
  return change.after
}

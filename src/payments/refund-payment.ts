import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { cardStepOf } from './card-step.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import type { RefundInput } from './schemas.ts'
import { replay } from './transitions/movement.ts'
import { parseRefund, refund } from './transitions/refund.ts'

/** Refunds once per reference and answers the payment; refuses as docs/contract/payments.md#refunds says. */
export async function refundPayment(app: App, actor: Actor, id: PaymentId, input: RefundInput): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  const change = refund(payment, parseRefund(input, payment.currency), nowFor(app, actor), cardStepOf(app, payment))
  if (change === replay) return payment
  if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
  return change.after
}

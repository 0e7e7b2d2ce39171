import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import type { CaptureInput } from './schemas.ts'
import { capture, parseCapture } from './transitions/capture.ts'
import { replay } from './transitions/movement.ts'

/** Captures once per reference and answers the payment; refuses as docs/contract/payments.md#captures says. */
export async function capturePayment(app: App, actor: Actor, id: PaymentId, input: CaptureInput): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  const change = capture(payment, parseCapture(input, payment.currency), nowFor(app, actor))
  if (change === replay) return payment
  if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
  return change.after
}

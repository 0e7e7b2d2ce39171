import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { capture, replay } from './moves.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './save-payment.ts'
import type { CaptureInput } from './schemas.ts'

/** Captures once per reference and answers the payment; refuses as decisions section 6 says. */
export async function capturePayment(app: App, actor: Actor, id: PaymentId, request: CaptureInput): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  const outcome = capture(payment, request, nowFor(app, actor))
  return outcome === replay ? payment : savePayment(app, app.db, actor, outcome)
}

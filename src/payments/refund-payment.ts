import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { refund, replay } from './moves.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './save-payment.ts'
import type { RefundInput } from './schemas.ts'

/** Refunds once per reference and answers the payment; refuses as decisions section 6 says. */
export async function refundPayment(app: App, actor: Actor, id: PaymentId, request: RefundInput): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  const outcome = refund(payment, request, nowFor(app, actor))
  return outcome === replay ? payment : savePayment(app, app.db, actor, outcome)
}

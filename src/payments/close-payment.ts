import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { close } from './moves.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './save-payment.ts'

/** Closes an authorized payment; refuses as decisions section 6 says. */
export async function closePayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  return savePayment(app, app.db, actor, close(payment, nowFor(app, actor)))
}

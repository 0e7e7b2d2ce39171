import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { settle } from './moves.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { trySavePayment } from './save-payment.ts'
import { findPaymentRow, paymentFrom } from './store/payments.ts'

/**
 * The payment as it is at this moment, whether or not a worker has run. Refuses with 404 one of another merchant or of the
 * other mode.
 */
export async function getPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  for (;;) {
    const payment = await readPayment(app, actor, id)
    const due = settle(payment, nowFor(app, actor))
    if (due === undefined) return payment
    if (await trySavePayment(app, app.db, { ...actor, name: 'service' }, due)) return due.after
    // Somebody else was faster; what they made of it is read again.
  }
}

async function readPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  const [row] = await app.db.run(findPaymentRow, [actor.merchantId, id, actor.isTest])
  if (row === undefined) throw refusals.noSuchPayment()
  return paymentFrom(row)
}

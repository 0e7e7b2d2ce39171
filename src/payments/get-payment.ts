import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { maxAttempts, pauseBeforeRetry } from '../db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { findPayment } from './find-payment.ts'
import { settle } from './moves.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { trySavePayment } from './save-payment.ts'

/**
 * The payment as it is at this moment, whether or not a worker has run. Refuses with 404 one of another merchant or of the
 * other mode, and with 409 one that is due while somebody holds it.
 */
export async function getPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  for (let tries = 1; tries <= maxAttempts; tries += 1) {
    const payment = await findPayment(app, actor, id)
    if (payment === undefined) throw refusals.noSuchPayment()
    const due = settle(payment, nowFor(app, actor))
    if (due === undefined) return payment
    if (await trySavePayment(app, app.db, { ...actor, name: 'service' }, due)) return due.after
    // Somebody else was faster; what they made of it is read again.
    await pauseBeforeRetry(tries)
  }
  throw refusals.locked()
}

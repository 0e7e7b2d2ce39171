import type { App } from '../../../platform/app/app.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { expirePayment } from '../../payments/checkout-changes.ts'
import type { Payment } from '../../payments/payment.ts'
import { recordCancel } from '../store/progress.ts'
import type { Session } from './session.ts'

/**
 * The customer or the merchant ends a session that was read before: its payment becomes EXPIRED, and the page will tell that it was
 * cancelled and not that time ran out. Both or neither, and `also` with them. Refuses when the payment is not open any more.
 */
export async function expireSession(app: App, actor: Actor, session: Session, also?: WithChange): Promise<Payment> {
  const { merchantId } = actor
  const payment = await app.db.transaction(async (tx) => {
    await tx.run(recordCancel, { merchantId, sessionId: session.id, at: nowFor(app, actor) })
    await also?.(tx)
    return expirePayment(app, tx, actor, session.payment)
  })
  app.deliveriesDue.wake()
  return payment
}

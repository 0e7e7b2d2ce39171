import type { App } from '../app/app.ts'
import { Refusal } from '../base/refusals.ts'
import { expirePayment } from '../payments/decide-payment.ts'
import type { Standpoint } from './load-visit.ts'
import { answerBank } from './pay-first-part.ts'
import { recordCancel } from './store/visits.ts'
import { canMove } from './visit.ts'

/** The customer leaves: the payment becomes EXPIRED. Does nothing while a charge is under way or when all is over. */
export async function leaveCheckout(app: App, at: Standpoint): Promise<void> {
  if (!canMove(at.stage, 'cancel')) return
  if (at.stage === 'challenge') await answerBank(app, at, false)
  try {
    await expirePayment(app, at.customer, at.session.payment.id)
  } catch (error) {
    // Another tab was faster; the page shows what it made of it.
    if (error instanceof Refusal) return
    throw error
  }
  await app.db.run(recordCancel, [at.customer.merchantId, at.session.id, at.now])
}

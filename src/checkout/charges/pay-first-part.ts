import type { App } from '../../app/app.ts'
import { processorOf } from '../../charges/ask-processor.ts'
import { newCharge, processorCharge } from '../../charges/charge.ts'
import { openCharge } from '../../charges/open-charge.ts'
import { settleAnswer } from '../../charges/settle-answer.ts'
import { firstChargeOf } from '../../plans/first-charge.ts'
import type { CheckoutContext } from '../progress/load-progress.ts'
import { canTransition } from '../progress/progress.ts'
import { trySaveProgress } from '../progress/save-progress.ts'
import { firstCharges } from './first-charges.ts'

/**
 * Charges the first part to the customer's card and authorizes the payment with it. The charge is written down before the
 * processor is asked; of two presses one charges. When no answer comes it stays open, and the service finds out by itself.
 * `returnUrl`: where the bank sends the customer back to.
 */
export async function payFirstPart(app: App, context: CheckoutContext, returnUrl: string): Promise<void> {
  const { customer, session, progress, now } = context
  if (!canTransition(context.stage, 'pay') || progress.card === null) return
  const { payment } = session
  const limits = processorOf(app, customer.isTest).limits(payment.currency)
  const amountMinor = firstChargeOf(payment.amountMinor, limits)
  // Too small for any card: as if the bank had declined it.
  if (amountMinor === 0n) return void (await trySaveProgress(app, context, { card: null, lastDecline: 'unavailable' }))
  const charge = newCharge({
    merchantId: customer.merchantId,
    sessionId: session.id,
    paymentId: payment.id,
    kind: 'first',
    isTest: customer.isTest,
    phone: progress.phone,
    card: progress.card,
    currency: payment.currency,
    amountMinor,
    networkReference: '',
    createdAt: now,
  })
  if (!(await openCharge(app.db, charge))) return
  await settleAnswer(app, customer, firstCharges, charge, (cards) => cards.charge(processorCharge(charge, returnUrl)))
}

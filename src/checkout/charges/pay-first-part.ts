import type { App } from '../../app/app.ts'
import { newOrderedId } from '../../base/ids.ts'
import { planOf } from '../../plans/plan.ts'
import type { CheckoutContext } from '../progress/load-progress.ts'
import { canTransition } from '../progress/progress.ts'
import { chargeRow, insertCharge } from '../store/charges.ts'
import { chargeTimes, processorCharge, type SessionCharge } from './charge.ts'
import { settleAnswer } from './settle-answer.ts'

/**
 * Charges the first part to the customer's card and authorizes the payment with it. The charge is written down before the
 * processor is asked; of two presses one charges. When no answer comes it stays open, and the service finds out by itself.
 */
export async function payFirstPart(app: App, context: CheckoutContext): Promise<void> {
  const { customer, session, progress, now } = context
  if (!canTransition(context.stage, 'pay') || progress.card === null) return
  const { payment } = session
  const charge: SessionCharge = {
    merchantId: customer.merchantId,
    id: newOrderedId(),
    sessionId: session.id,
    paymentId: payment.id,
    isTest: customer.isTest,
    state: 'open',
    phone: progress.phone,
    card: progress.card,
    currency: payment.currency,
    amountMinor: planOf(payment.amountMinor, now).downPaymentMinor,
    createdAt: app.clock.now(),
    checks: 0,
  }
  const inserted = await app.db.run(insertCharge, { ...chargeRow(charge), checkInMs: chargeTimes.openMs })
  if (inserted.length === 0) return
  await settleAnswer(app, customer, charge, (cards) => cards.charge(processorCharge(charge)))
}

import type { App } from '../../../platform/app/app.ts'
import { newCharge, processorCharge } from '../../charges/charge.ts'
import { processorOf } from '../../charges/processor.ts'
import { settleAnswer } from '../../charges/settle-answer.ts'
import { withPlan } from '../../payments/payment-plan.ts'
import { firstChargeOf } from '../../plans/charge-amounts.ts'
import { agreedTo } from '../agreement/agreement.ts'
import { checkSecurityCode, type SecurityCodeProblem } from '../card/check-security-code.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { letOthersWin } from '../progress/let-others-win.ts'
import { canTransition } from '../progress/progress.ts'
import { firstCharges } from './first-charges.ts'
import { openFirstCharge } from './open-first-charge.ts'

interface FirstPayment {
  /** Where the bank sends the customer back to. */
  readonly returnUrl: string
  /** The security code as it was typed; empty without one. */
  readonly securityCode: string
  /** What the page showed, and the customer agreed to. */
  readonly agreed: { readonly text: string; readonly language: 'en' | 'ar'; readonly address: string }
}

/**
 * Charges the first part to the customer's card, which authorizes the payment. The charge is stored before the
 * processor is called, so of two presses one charges. Without an answer it stays open, and the service checks it.
 * Charges nothing, and returns the problem, if a saved card needs its security code and the code is missing or wrong.
 * Rejects the payment, and charges nothing, if the customer who proved the phone may not owe the order.
 */
export async function payFirstPart(
  app: App,
  context: CheckoutContext,
  { returnUrl, securityCode, agreed }: FirstPayment,
): Promise<SecurityCodeProblem | undefined> {
  const { customer, session, store, progress, now, cardFactor, browserHash } = context
  const { card } = progress
  if (!canTransition(context.stage, 'pay') || card === null) return undefined
  if (cardFactor === 'security_code') {
    const problem = await checkSecurityCode(app, context, card, securityCode)
    if (problem !== undefined) return problem
  }
  const payment = withPlan(session.payment, progress.plan)
  const limits = processorOf(app, customer.isTest).limits(payment.currency)
  const amountMinor = firstChargeOf(payment.plan.chosen, payment.amountMinor, limits)
  // Too small for any card: treated as a decline.
  if (amountMinor === 0n) {
    await trySaveProgress(app, context, { card: null, lastDecline: 'unavailable' })
    return undefined
  }
  const charge = newCharge({
    merchantId: customer.merchantId,
    sessionId: session.id,
    paymentId: payment.id,
    kind: 'first',
    plan: progress.plan,
    isTest: customer.isTest,
    phone: progress.phone,
    card,
    currency: payment.currency,
    amountMinor,
    networkReference: '',
    browserHash,
    createdAt: now,
  })
  const { text, ...by } = agreed
  const agreement = agreedTo(text, { ...by, agreedAt: now, sessionId: session.id })
  const first = { customer, store, session, payment, charge, agreement }
  const outcome = await openFirstCharge(app, first).catch(letOthersWin)
  if (outcome !== 'opened') return undefined
  const requiresThreeDSecure = cardFactor === 'three_d_secure'
  const request = { ...processorCharge(charge, returnUrl), requiresThreeDSecure }
  await settleAnswer(app, customer, firstCharges, charge, (cards) => cards.charge(request))
  return undefined
}

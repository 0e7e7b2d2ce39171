import type { Card } from '../../../platform/adapters/card-processor.ts'
import type { App } from '../../../platform/app/app.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { getStore } from '../../../platform/merchants/stores/stores.ts'
import type { Agreement } from '../../charges/agreement.ts'
import { type Charge, chargeTimes, newCharge, processorCharge } from '../../charges/charge.ts'
import { findCharge } from '../../charges/charges.ts'
import { throwLostAnswer } from '../../charges/lost-answer.ts'
import { askProcessor, chargeOrFind, processorOf } from '../../charges/processor.ts'
import { settleAnswer } from '../../charges/settle-answer.ts'
import { settleCharge } from '../../charges/settle-charge.ts'
import { refusals as collectionRefusals } from '../../collections/refusals.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { isReferred, type Payment } from '../../payments/payment.ts'
import { withPlan } from '../../payments/payment-plan.ts'
import { refusals } from '../../payments/refusals.ts'
import { firstChargeOf } from '../../plans/charge-amounts.ts'
import { agreedTo, agreementOf } from '../agreement/agreement.ts'
import type { Session } from '../sessions/session.ts'
import { findSessionOf } from '../sessions/sessions.ts'
import { firstCharges } from './first-charges.ts'
import { openFirstCharge } from './open-first-charge.ts'

/**
 * Authorizes a payment at once, as the page does: charges the first part to the card, and confirms a bank's challenge.
 * Refuses a payment that is not open, or whose page is closed, and a declined card; then the payment stays CREATED. It
 * also stays CREATED for a card without an answer. Rejects and refuses a payment that the customer may not owe. `address`: of the customer, kept with what they agreed to. Throws any other error that kept the card from being charged.
 */
export async function authorizeWithCard(
  app: App,
  customer: Actor,
  created: Payment,
  card: Card,
  plan: string | null = null,
  address = '',
): Promise<Payment> {
  const payment = withPlan(created, plan)
  const now = nowFor(app, customer)
  // The page closes when the session expires, a while before the payment does.
  if (payment.status !== 'CREATED' || isReferred(payment) || now >= payment.expiresAt) throw refusals.notOpen()
  const { merchantId, id: paymentId, isTest, currency } = payment
  const [store, session] = await Promise.all([
    getStore(app, merchantId, payment.storeId),
    findSessionOf(app, customer, paymentId),
  ])
  if (session === undefined) throw refusals.notOpen()
  const amountMinor = firstChargeOf(payment.plan.chosen, payment.amountMinor, processorOf(app, isTest).limits(currency))
  if (amountMinor === 0n) throw collectionRefusals.cardDeclined()
  const charge = newCharge({
    merchantId,
    sessionId: null,
    paymentId,
    kind: 'first',
    plan,
    isTest,
    phone: parsePhone(payment.order.buyer.phone, store.country) ?? '',
    card,
    currency,
    amountMinor,
    networkReference: '',
    createdAt: now,
  })
  const agreement = agreedAt(session, store.name, payment, now, address)
  const orderer = { ...customer, hasRiskRules: session.hasRiskRules }
  const outcome = await openFirstCharge(app, { customer: orderer, store, session, payment, charge, agreement })
  if (outcome === 'busy') throw refusals.locked()
  if (outcome === 'refused') throw refusals.notOpen()
  const lost = await settleAnswer(app, customer, firstCharges, charge, async (cards) => {
    const result = await chargeOrFind(cards, charge)
    return result.kind === 'challenge' ? cards.answerChallenge(processorCharge(charge), true) : result
  })
  const settled = await settleFromProcessor(app, customer, charge)
  if (settled?.state === 'declined') throw collectionRefusals.cardDeclined()
  const answer = await getPayment(app, customer, paymentId)
  if (answer.status === 'CREATED') throwLostAnswer(lost, refusals.locked)
  return answer
}

function agreedAt(
  { id: sessionId, lang: language }: Pick<Session, 'id' | 'lang'>,
  storeName: string,
  payment: Payment,
  now: Instant,
  address: string,
): Agreement {
  const text = agreementOf({ storeName, createdAt: payment.createdAt }, payment, language, now)
  return agreedTo(text, { language, agreedAt: now, address, sessionId })
}

// If the answer could not be stored, the processor's own record decides, or the call fails.
async function settleFromProcessor(app: App, customer: Actor, charge: Charge): Promise<Charge | undefined> {
  const stored = await findCharge(app, charge)
  if (stored?.state !== 'open') return stored
  const request = processorCharge(charge)
  const found = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => cards.find(request))
  if (found.kind !== 'charged' && found.kind !== 'declined') return stored
  await settleCharge(app, customer, firstCharges, charge, found).catch((error) =>
    throwLostAnswer(error, refusals.locked),
  )
  return findCharge(app, charge)
}

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import { assertNoTransaction } from '../db/db.ts'
import type { CardProcessor, ChargeResult } from '../effects/card-processor.ts'
import { planOf } from '../instalments/plan.ts'
import type { Actor } from '../merchants/caller.ts'
import { chargeTimes, processorCharge, type SessionCharge } from './charge.ts'
import type { Standpoint } from './load-visit.ts'
import { settleCharge } from './settle-charge.ts'
import { insertCharge, lookAtChargeAt } from './store/charges.ts'
import { canMove } from './visit.ts'

/**
 * Charges the first part to the customer's card and authorizes the payment with it. The charge is written down before the
 * processor is asked; of two presses one charges. When no answer comes it stays open, and the service finds out by itself.
 */
export async function payFirstPart(app: App, at: Standpoint): Promise<void> {
  const { customer, session, visit, now } = at
  if (!canMove(at.stage, 'pay') || visit.card === null) return
  const { payment } = session
  const charge: SessionCharge = {
    merchantId: customer.merchantId,
    id: newOrderedId(),
    sessionId: session.id,
    paymentId: payment.id,
    isTest: customer.isTest,
    state: 'open',
    phone: visit.phone,
    card: visit.card,
    currency: payment.currency,
    amountMinor: planOf(payment.amountMinor, now).downPaymentMinor,
    createdAt: app.clock.now(),
  }
  const { card } = charge
  const opened = await app.db.run(insertCharge, [
    ...([charge.merchantId, charge.id, charge.sessionId, charge.paymentId, charge.isTest, charge.phone] as const),
    ...([card.token, card.brand, card.lastFour, card.expiryMonth, card.expiryYear] as const),
    ...([charge.currency, charge.amountMinor, charge.createdAt, charge.createdAt + chargeTimes.openMs] as const),
  ])
  if (opened.length === 0) return
  await askProcessor(app, customer, charge, (cards) => cards.charge(processorCharge(charge)))
}

/** The customer has answered the bank about a challenged charge. */
export async function answerBank(app: App, at: Standpoint, isConfirmed: boolean): Promise<void> {
  const { charge, customer } = at
  if (!canMove(at.stage, 'answer_bank') || charge === undefined) return
  await askProcessor(app, customer, charge, (cards) => cards.answerChallenge(processorCharge(charge), isConfirmed))
}

async function askProcessor(
  app: App,
  customer: Actor,
  charge: SessionCharge,
  ask: (cards: CardProcessor) => Promise<ChargeResult>,
): Promise<void> {
  const result = await answerOf(app, charge, ask)
  if (result !== undefined) return settleCharge(app, customer, charge, result)
  app.log.warn({ session_id: charge.sessionId, charge_id: charge.id }, 'no answer from the card processor')
  await app.db.run(lookAtChargeAt, [charge.merchantId, charge.id, app.clock.now() + chargeTimes.lostMs])
}

// Undefined: nobody knows what happened. The error is not logged, for a processor's may carry what it was sent.
async function answerOf(
  app: App,
  charge: SessionCharge,
  ask: (cards: CardProcessor) => Promise<ChargeResult>,
): Promise<ChargeResult | undefined> {
  assertNoTransaction('asking the card processor')
  const waiting = new AbortController()
  const late = pause(chargeTimes.answerMs, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined)
  const answered = ask(charge.isTest ? app.cards.test : app.cards.live).catch(() => undefined)
  const result = await Promise.race([answered, late])
  waiting.abort()
  return result
}

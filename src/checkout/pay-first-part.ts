import type { CardProcessor, ChargeResult } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import type { Actor } from '../merchants/caller.ts'
import { planOf } from '../plans/plan.ts'
import { askProcessor } from './ask-processor.ts'
import { chargeTimes, processorCharge, type SessionCharge } from './charge.ts'
import type { Standpoint } from './load-visit.ts'
import { settleCharge } from './settle-charge.ts'
import { insertCharge, lookAtChargeIn } from './store/charges.ts'
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
    looks: 0,
  }
  const { card } = charge
  const opened = await app.db.run(insertCharge, [
    ...([charge.merchantId, charge.id, charge.sessionId, charge.paymentId, charge.isTest, charge.phone] as const),
    ...([card.token, card.brand, card.lastFour, card.expiryMonth, card.expiryYear] as const),
    ...([charge.currency, charge.amountMinor, charge.createdAt, chargeTimes.openMs] as const),
  ])
  if (opened.length === 0) return
  await settleAnswer(app, customer, charge, (cards) => cards.charge(processorCharge(charge)))
}

/** The customer has answered the bank about a challenged charge. */
export async function answerBank(app: App, at: Standpoint, isConfirmed: boolean): Promise<void> {
  const { charge, customer } = at
  if (!canMove(at.stage, 'answer_bank') || charge === undefined) return
  await settleAnswer(app, customer, charge, (cards) => cards.answerChallenge(processorCharge(charge), isConfirmed))
}

async function settleAnswer(
  app: App,
  customer: Actor,
  charge: SessionCharge,
  ask: (cards: CardProcessor) => Promise<ChargeResult>,
): Promise<void> {
  const ids = { session_id: charge.sessionId, charge_id: charge.id }
  // The error is not logged, for a processor's may carry what it was sent.
  const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
  const settle = (result: ChargeResult): Promise<void> => settleCharge(app, customer, charge, result)
  // Nobody waits for it any more, but whether the money moved is in it.
  const settleLate = (result: ChargeResult): void => {
    app.log.warn({ ...ids, kind: result.kind }, 'the card processor answered late')
    settle(result).catch((error) => app.log.error({ ...ids, reason: nameOf(error) }, 'late answer not settled'))
  }
  try {
    await settle(await askProcessor(app, charge, chargeTimes.answerMs, ask, settleLate))
  } catch (error) {
    // Whether there was no answer or it could not be written down: the page shows that it waits, and the service finds out.
    app.log.warn({ ...ids, reason: nameOf(error) }, 'no answer from the card processor')
    await app.db.run(lookAtChargeIn, [charge.merchantId, charge.id, ['open', 'challenged'], chargeTimes.lostMs])
  }
}

import type { App } from '../../../platform/app/app.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { getStore } from '../../../platform/merchants/stores/stores.ts'
import { type Charge, chargeTimes, processorCharge } from '../../charges/charge.ts'
import { transitionCharge } from '../../charges/charges.ts'
import { dueChargesOf } from '../../charges/due-charges.ts'
import type { ApprovedCharge, ChargePurpose } from '../../charges/purpose.ts'
import { saveCard, savePayingBrowser } from '../../charges/saved-cards.ts'
import { settleAnswer } from '../../charges/settle-answer.ts'
import { openCollection } from '../../collections/collections.ts'
import { authorizePayment } from '../../payments/checkout-changes.ts'
import { getPayment } from '../../payments/get-payment.ts'
import type { Payment } from '../../payments/payment.ts'
import { withPlan } from '../../payments/payment-plan.ts'
import { cardRules } from '../card/card.ts'
import { settleLink } from '../links/link-charge.ts'
import type { CheckoutContext } from '../progress/context.ts'
import { canTransition } from '../progress/progress.ts'
import { findSessionOf } from '../sessions/sessions.ts'
import { recordDecline } from '../store/progress.ts'

/**
 * The purpose of first charges: an approved charge authorizes its payment. After a declined or unknown charge the
 * customer may enter another card; if the charge arrives later, it is voided.
 */
export const firstCharges: ChargePurpose = {
  maySendAgain: async () => false,
  async approve(app, actor, charge, result) {
    const payment = await getPayment(app, actor, charge.paymentId)
    if (payment.status !== 'CREATED' || !(await tryApprove(app, actor, charge, result, payment))) return false
    await followUp(app, actor, charge)
    return true
  },
  decline(app, actor, charge, { how, reason, retry }) {
    const { merchantId, sessionId } = charge
    const at = nowFor(app, actor)
    const check = how === 'write_off' ? { checkInMs: chargeTimes.firstCheckMs } : {}
    return app.db.transaction(async (tx) => {
      if (!(await transitionCharge(app, tx, charge, how, { reason, retry, settledAt: at, ...check }))) return false
      if (sessionId === null) return true
      await tx.run(recordDecline, { merchantId, sessionId, reason, maxDeclines: cardRules.declines, at })
      return true
    })
  },
  async isAwaited(app, actor, charge) {
    return (await getPayment(app, actor, charge.paymentId)).status === 'CREATED'
  },
}

/** Thrown to undo the transaction if another process settled the charge, or its link was paid or cancelled. */
class AlreadySettled extends Error {}

// One transaction for the charge, the payment with its entries, timeline and notification, the collection, and the
// saved card.
async function tryApprove(
  app: App,
  actor: Actor,
  charge: Charge,
  { reference, networkReference }: ApprovedCharge,
  payment: Payment,
): Promise<boolean> {
  const { merchantId, card } = charge
  const [store, session] = await Promise.all([
    getStore(app, merchantId, payment.storeId),
    findSessionOf(app, actor, payment.id),
  ])
  const lang = session?.lang ?? 'en'
  const at = nowFor(app, actor)
  // The first part was charged by these terms.
  const planned = withPlan(payment, charge.plan)
  try {
    await app.db.transaction(async (tx) => {
      const details = { reference, networkReference, settledAt: at }
      const linkId = session?.linkId ?? null
      if (linkId !== null && !(await settleLink(tx, linkId, charge, at))) throw new AlreadySettled()
      if (!(await transitionCharge(app, tx, charge, 'approve', details))) throw new AlreadySettled()
      const authorized = await authorizePayment(app, tx, actor, planned, store.autoCaptureSeconds, charge.amountMinor)
      const { createdAt: startsAt, phone } = charge
      await openCollection(app, tx, authorized, { startsAt, phone, lang, card, networkReference })
      if (phone === '') return
      await saveCard(tx, charge, card, at)
      if (charge.browserHash !== null) await savePayingBrowser(tx, charge, charge.browserHash, at)
    })
    return true
  } catch (error) {
    if (error instanceof AlreadySettled) return false
    throw error
  }
}

// A store may capture at authorization: reading the payment settles that.
async function followUp(app: App, actor: Actor, charge: Charge): Promise<void> {
  app.deliveriesDue.wake()
  await getPayment(app, actor, charge.paymentId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** Passes the customer's answer to a challenge on to the processor. */
export async function answerBank(app: App, context: CheckoutContext, isConfirmed: boolean): Promise<void> {
  const { charge, customer } = context
  if (!canTransition(context.stage, 'answer_bank') || charge === undefined) return
  const request = processorCharge(charge)
  await settleAnswer(app, customer, firstCharges, charge, (cards) => cards.answerChallenge(request, isConfirmed))
}

/**
 * Asks the processor about the challenge after the customer returns from the bank's page. Does nothing if our own page
 * stands in for the bank, because an address alone confirms no payment.
 */
export async function returnFromBank(app: App, context: CheckoutContext): Promise<void> {
  if (context.charge === undefined || context.charge.challengeAddress === null) return
  await answerBank(app, context, true)
}

/** First charges without an answer, written-off ones that may have arrived since, and ones to be voided. */
export const dueFirstCharges = dueChargesOf('resolve first charges', ['first'], firstCharges)

import type { App } from '../app/app.ts'
import { Refusal } from '../base/refusals.ts'
import type { ChargeResult, DeclineReason } from '../effects/card-processor.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getStore } from '../merchants/get-store.ts'
import { authorizePayment } from '../payments/decide-payment.ts'
import { getPayment } from '../payments/get-payment.ts'
import { chargeTimes, processorCharge, type SessionCharge } from './charge.ts'
import { type ChargeMove, type ChargeState, chargeStates } from './states.ts'
import { moveCharge } from './store/charges.ts'
import { cardParams, recordDecline, saveCard } from './store/visits.ts'
import { cardRules } from './visit.ts'

/** Writes down what the processor answered about a charge. Doing it again, or twice at once, changes nothing more. */
export async function settleCharge(app: App, actor: Actor, charge: SessionCharge, result: ChargeResult): Promise<void> {
  switch (result.kind) {
    case 'charged':
      return approve(app, actor, charge)
    case 'declined':
      return decline(app, actor, charge, result.reason)
    case 'challenge': {
      const until = app.clock.now() + chargeTimes.challengeMs
      await app.db.run(moveCharge, [...keyOf(charge), statesBefore('challenge'), 'challenged', null, until])
    }
  }
}

async function decline(app: App, actor: Actor, charge: SessionCharge, reason: DeclineReason): Promise<void> {
  await app.db.transaction(async (tx) => {
    const moved = await tx.run(moveCharge, [...keyOf(charge), statesBefore('decline'), 'declined', reason, null])
    if (moved.length === 0) return
    const now = nowFor(app, actor)
    await tx.run(recordDecline, [charge.merchantId, charge.sessionId, reason, cardRules.declines, now])
  })
}

/** How often a payment may change while a charge is being settled on it. */
const mostTries = 20

/** Thrown to undo a transaction in which the charge was settled by somebody else. */
class AlreadySettled extends Error {}

// The charge, the payment with its ledger, timeline and notification, and the customer's card become one fact, or none does.
async function approve(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const payment = await getPayment(app, actor, charge.paymentId)
    if (payment.status !== 'CREATED') return giveBackUnlessApproved(app, charge)
    const store = await getStore(app, charge.merchantId, payment.storeId)
    try {
      await app.db.transaction(async (tx) => {
        const moved = await tx.run(moveCharge, [...keyOf(charge), statesBefore('approve'), 'approved', null, null])
        if (moved.length === 0) throw new AlreadySettled()
        await authorizePayment(app, tx, actor, payment, store.autoCaptureSeconds)
        if (charge.phone !== '') {
          const now = nowFor(app, actor)
          await tx.run(saveCard, cardParams(charge.merchantId, charge.isTest, charge.phone, charge.card, now))
        }
      })
    } catch (error) {
      if (error instanceof AlreadySettled) return
      // Somebody changed the payment in between; what they made of it decides.
      if (error instanceof Refusal) continue
      throw error
    }
    app.announced.ring()
    // A store may capture at authorization: that is due at once, and done with the next look.
    await getPayment(app, actor, charge.paymentId)
    return
  }
  throw new Error(`the payment of charge ${charge.id} changes all the time`)
}

// The money came for a payment that cannot be authorized any more: it goes back.
async function giveBackUnlessApproved(app: App, charge: SessionCharge): Promise<void> {
  const { merchantId, id } = charge
  const due = app.clock.now() + chargeTimes.againMs
  const moved = await app.db.run(moveCharge, [merchantId, id, statesBefore('come_too_late'), 'to_give_back', null, due])
  if (moved.length > 0) await giveBack(app, charge)
}

/** Gives a charge back that came too late. When the processor does not answer, the next look tries again. */
export async function giveBack(app: App, charge: SessionCharge): Promise<void> {
  const cards = charge.isTest ? app.cards.test : app.cards.live
  const isDone = await cards.giveBack(processorCharge(charge)).then(
    () => true,
    () => false,
  )
  if (isDone) await app.db.run(moveCharge, [...keyOf(charge), statesBefore('give_back'), 'given_back', null, null])
}

function keyOf(charge: SessionCharge) {
  return [charge.merchantId, charge.id] as const
}

function statesBefore(move: ChargeMove): ChargeState[] {
  return (Object.keys(chargeStates.table) as ChargeState[]).filter(
    (state) => chargeStates.table[state][move] !== undefined,
  )
}

import type { ChargeResult } from '../../adapters/card-processor.ts'
import type { App } from '../../app/app.ts'
import { Refusal } from '../../base/refusals.ts'
import { isLockConflict, maxAttempts, pauseBeforeRetry } from '../../db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../merchants/caller.ts'
import { getStore } from '../../merchants/stores/get-store.ts'
import { authorizePayment } from '../../payments/authorize-payment.ts'
import { getPayment } from '../../payments/get-payment.ts'
import type { Payment } from '../../payments/payment.ts'
import { cardRow, saveCard } from '../store/cards.ts'
import { chargeTimes, type SessionCharge } from './charge.ts'
import { declineCharge } from './decline-charge.ts'
import { transitionCharge } from './transition-charge.ts'
import { voidCharge } from './void-charge.ts'

/**
 * Writes down what the processor answered about a charge, however late. Money that came for a session which no longer waits for
 * it goes back. Doing it again, or twice at once, changes nothing more. Throws, and the charge stays open, when somebody else
 * holds the payment.
 */
export async function settleCharge(app: App, actor: Actor, charge: SessionCharge, result: ChargeResult): Promise<void> {
  switch (result.kind) {
    case 'charged':
      return approve(app, actor, charge)
    case 'declined': {
      const { reason } = result
      // What was written off will not be charged any more.
      if (!(await declineCharge(app, actor, charge, 'decline', reason)))
        await transitionCharge(app.db, charge, 'rule_out', { reason })
      return
    }
    case 'challenge':
      await transitionCharge(app.db, charge, 'challenge', { checkInMs: chargeTimes.challengeMs })
  }
}

/** Somebody holds the payment, or changes it all the time: the charge stays open and is settled later. */
class PaymentBusy extends Error {
  override readonly name = 'PaymentBusy'
}

async function approve(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      const payment = await getPayment(app, actor, charge.paymentId)
      const isApproved = payment.status === 'CREATED' && (await tryApprove(app, actor, charge, payment))
      return isApproved ? await followUp(app, actor, charge) : await voidUnlessApproved(app, charge)
    } catch (error) {
      // Somebody changed the payment in between; what they made of it decides.
      if (!(error instanceof Refusal) && !isLockConflict(error)) throw error
      await pauseBeforeRetry(attempt)
    }
  }
  throw new PaymentBusy(`the payment of charge ${charge.id} is held by somebody`)
}

/** Thrown to undo a transaction in which the charge was settled by somebody else. */
class AlreadySettled extends Error {}

// The charge, the payment with its ledger, timeline and notification, and the customer's card become one fact, or none does.
async function tryApprove(app: App, actor: Actor, charge: SessionCharge, payment: Payment): Promise<boolean> {
  const { merchantId, isTest, phone } = charge
  const store = await getStore(app, merchantId, payment.storeId)
  try {
    await app.db.transaction(async (tx) => {
      if (!(await transitionCharge(tx, charge, 'approve'))) throw new AlreadySettled()
      await authorizePayment(app, tx, actor, payment, store.autoCaptureSeconds)
      if (phone === '') return
      await tx.run(saveCard, { merchantId, isTest, phone, savedAt: nowFor(app, actor), ...cardRow(charge.card) })
    })
    return true
  } catch (error) {
    if (error instanceof AlreadySettled) return false
    throw error
  }
}

// A store may capture at authorization: that is due at once, and done with the next look at the payment, whoever takes it.
async function followUp(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  app.deliveriesDue.wake()
  await getPayment(app, actor, charge.paymentId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

// The money came for a payment that cannot be authorized any more, or by a charge that was settled as not paid. Of all who hear of
// it one makes the transition, so it goes back once.
async function voidUnlessApproved(app: App, charge: SessionCharge): Promise<void> {
  if (!(await transitionCharge(app.db, charge, 'arrive_late', { checkInMs: chargeTimes.firstCheckMs }))) return
  app.log.warn({ session_id: charge.sessionId, charge_id: charge.id }, 'a charge arrived too late and is voided')
  await voidCharge(app, charge).catch((error: unknown) => {
    const reason = error instanceof Error ? error.name : 'unknown'
    app.log.warn({ charge_id: charge.id, reason }, 'charge not voided yet')
  })
}

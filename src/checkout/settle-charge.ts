import type { ChargeResult, DeclineReason } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import { Refusal } from '../base/refusals.ts'
import type { Queryable } from '../db/db.ts'
import { isLockConflict, maxAttempts, pauseBeforeRetry } from '../db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getStore } from '../merchants/get-store.ts'
import { authorizePayment } from '../payments/decide-payment.ts'
import { getPayment } from '../payments/get-payment.ts'
import type { Payment } from '../payments/payment.ts'
import { askProcessor } from './ask-processor.ts'
import { chargeTimes, processorCharge, type SessionCharge } from './charge.ts'
import { type ChargeMove, type ChargeState, chargeStates } from './states.ts'
import { moveCharge } from './store/charges.ts'
import { cardParams, recordDecline, saveCard } from './store/visits.ts'
import { cardRules } from './visit.ts'

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
      const isDeclined = await endWithout(app, actor, charge, 'decline', result.reason)
      return isDeclined ? undefined : ruleOut(app, charge, result.reason)
    }
    case 'challenge':
      await move(app.db, charge, 'challenge', 'challenged', null, chargeTimes.challengeMs)
  }
}

/** Nobody knows of the charge: for the customer it is declined, and it is looked at again, for it may still arrive. */
export async function writeOff(app: App, actor: Actor, charge: SessionCharge, reason: DeclineReason): Promise<void> {
  await endWithout(app, actor, charge, 'write_off', reason)
}

/** What was written off will not be charged any more: the processor has said so, or it was looked at for long enough. */
export async function ruleOut(app: App, charge: SessionCharge, reason: DeclineReason | null): Promise<void> {
  await move(app.db, charge, 'rule_out', 'declined', reason, null)
}

// The customer may take another card, once, whatever is heard of this charge later.
function endWithout(
  app: App,
  actor: Actor,
  charge: SessionCharge,
  how: 'decline' | 'write_off',
  reason: DeclineReason,
): Promise<boolean> {
  const [state, againMs] =
    how === 'decline' ? (['declined', null] as const) : (['written_off', chargeTimes.againMs] as const)
  return app.db.transaction(async (tx) => {
    if (!(await move(tx, charge, how, state, reason, againMs))) return false
    const now = nowFor(app, actor)
    await tx.run(recordDecline, [charge.merchantId, charge.sessionId, reason, cardRules.declines, now])
    return true
  })
}

/** Somebody holds the payment, or changes it all the time: the charge stays open and is settled later. */
export class PaymentBusy extends Error {
  override readonly name = 'PaymentBusy'
}

async function approve(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  for (let tries = 1; tries <= maxAttempts; tries += 1) {
    try {
      const payment = await getPayment(app, actor, charge.paymentId)
      const isApproved = payment.status === 'CREATED' && (await tryApprove(app, actor, charge, payment))
      return isApproved ? await follow(app, actor, charge) : await giveBackUnlessApproved(app, charge)
    } catch (error) {
      // Somebody changed the payment in between; what they made of it decides.
      if (!(error instanceof Refusal) && !isLockConflict(error)) throw error
      await pauseBeforeRetry(tries)
    }
  }
  throw new PaymentBusy(`the payment of charge ${charge.id} is held by somebody`)
}

/** Thrown to undo a transaction in which the charge was settled by somebody else. */
class AlreadySettled extends Error {}

// The charge, the payment with its ledger, timeline and notification, and the customer's card become one fact, or none does.
async function tryApprove(app: App, actor: Actor, charge: SessionCharge, payment: Payment): Promise<boolean> {
  const store = await getStore(app, charge.merchantId, payment.storeId)
  try {
    await app.db.transaction(async (tx) => {
      if (!(await move(tx, charge, 'approve', 'approved', null, null))) throw new AlreadySettled()
      await authorizePayment(app, tx, actor, payment, store.autoCaptureSeconds)
      if (charge.phone === '') return
      const now = nowFor(app, actor)
      await tx.run(saveCard, cardParams(charge.merchantId, charge.isTest, charge.phone, charge.card, now))
    })
    return true
  } catch (error) {
    if (error instanceof AlreadySettled) return false
    throw error
  }
}

// A store may capture at authorization: that is due at once, and done with the next look at the payment, whoever takes it.
async function follow(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  app.deliveriesDue.wake()
  await getPayment(app, actor, charge.paymentId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

// The money came for a payment that cannot be authorized any more, or by a charge that was settled as not paid: it goes back.
// Of all who hear of it one moves the charge, so it goes back once.
async function giveBackUnlessApproved(app: App, charge: SessionCharge): Promise<void> {
  if (!(await move(app.db, charge, 'come_too_late', 'to_give_back', null, chargeTimes.againMs))) return
  app.log.warn({ session_id: charge.sessionId, charge_id: charge.id }, 'a charge came too late and goes back')
  await giveBack(app, charge).catch((error: unknown) => {
    const reason = error instanceof Error ? error.name : 'unknown'
    app.log.warn({ charge_id: charge.id, reason }, 'charge not given back yet')
  })
}

/** Gives a charge back that came too late. Throws when the processor does not answer; the next look tries again. */
export async function giveBack(app: App, charge: SessionCharge): Promise<void> {
  await askProcessor(app, charge, chargeTimes.lookMs, (cards) => cards.giveBack(processorCharge(charge)))
  const isLast = await move(app.db, charge, 'give_back', 'given_back', null, null)
  if (isLast) app.log.info({ session_id: charge.sessionId, charge_id: charge.id }, 'charge given back')
}

// False when the charge is in no state from which this move leads: somebody else has settled it.
async function move(
  on: Queryable,
  { merchantId, id }: SessionCharge,
  name: ChargeMove,
  to: ChargeState,
  reason: DeclineReason | null,
  lookInMs: number | null,
): Promise<boolean> {
  const moved = await on.run(moveCharge, [merchantId, id, statesBefore(name), to, reason, lookInMs])
  return moved.length > 0
}

function statesBefore(move: ChargeMove): ChargeState[] {
  return (Object.keys(chargeStates.table) as ChargeState[]).filter(
    (state) => chargeStates.table[state][move] !== undefined,
  )
}

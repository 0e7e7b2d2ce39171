import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { type Charge, chargeTimes, processorCharge } from '../charges/charge.ts'
import { transitionCharge } from '../charges/charges.ts'
import { dueChargesOf } from '../charges/due-charges.ts'
import type { ApprovedCharge, ChargePurpose, Decline } from '../charges/purpose.ts'
import { settleAnswer } from '../charges/settle-answer.ts'
import { collectPayment } from '../payments/collection-changes.ts'
import type { Payment } from '../payments/payment.ts'
import { mayChargeAgain } from '../plans/charge-again.ts'
import { scheduled } from './collection.ts'
import { type LoadedCollection, loadCollection, saveCollection } from './collections.ts'
import { factsOf } from './facts.ts'
import { queueMessage } from './messages/messages.ts'
import { collectedMessage, failedMessage } from './messages/plan-messages.ts'
import { sendMessagesOf } from './messages/sending.ts'
import { refusals } from './refusals.ts'

/**
 * The purpose of later charges: a charged amount is paid, and an excess returns at once. An unknown charge is requested
 * again by its id. Until its result is known nothing else is charged for the payment.
 */
export const laterCharges: ChargePurpose = {
  async maySendAgain(app, actor, charge) {
    if (charge.kind !== 'scheduled') return true
    const loaded = await loadCollection(app, actor, charge.paymentId)
    return loaded !== undefined && mayChargeAgain(loaded.facts, charge.createdAt, nowFor(app, actor))
  },
  async approve(app, actor, charge, result) {
    const settled = await settle(app, actor, charge, (tx, loaded) => approve(app, tx, actor, loaded, charge, result))
    app.deliveriesDue.wake()
    return settled
  },
  decline: (app, actor, charge, decline) =>
    settle(app, actor, charge, (tx, loaded) => failed(app, tx, actor, loaded, charge, decline)),
  isAwaited: async () => true,
}

type Settlement = (tx: Tx, loaded: LoadedCollection) => Promise<boolean>

/** Thrown to undo the transaction if another process settled the charge. */
class AlreadySettled extends Error {}

async function settle(app: App, actor: Actor, charge: Charge, settlement: Settlement): Promise<boolean> {
  const loaded = await loadCollection(app, actor, charge.paymentId)
  if (loaded === undefined) throw new Error(`payment ${charge.paymentId} has no collection`)
  try {
    await app.db.transaction(async (tx) => {
      if (!(await settlement(tx, loaded))) throw new AlreadySettled()
    })
  } catch (error) {
    if (error instanceof AlreadySettled) return false
    throw error
  }
  await sendMessagesOf(app, actor, charge.paymentId)
  return true
}

async function approve(
  app: App,
  tx: Tx,
  actor: Actor,
  loaded: LoadedCollection,
  charge: Charge,
  { reference, networkReference }: ApprovedCharge,
): Promise<boolean> {
  const settledAt = nowFor(app, actor)
  if (!(await transitionCharge(app, tx, charge, 'approve', { reference, networkReference, settledAt }))) return false
  const payment = await collectPayment(app, tx, actor, loaded.payment, charge.amountMinor)
  const settled: Charge = { ...charge, state: 'approved', settledAt }
  const known = await release(app, tx, loaded, settled, payment, settledAt)
  await queueMessage(app, tx, known, collectedMessage(known, settled), settledAt)
  return true
}

async function failed(
  app: App,
  tx: Tx,
  actor: Actor,
  loaded: LoadedCollection,
  charge: Charge,
  { how, reason, retry }: Decline,
): Promise<boolean> {
  const settledAt = nowFor(app, actor)
  const check = how === 'write_off' ? { checkInMs: chargeTimes.firstCheckMs } : {}
  if (!(await transitionCharge(app, tx, charge, how, { reason, retry, settledAt, ...check }))) return false
  const settled: Charge = { ...charge, state: 'declined', declineReason: reason, declineRetry: retry, settledAt }
  const known = await release(app, tx, loaded, settled, loaded.payment, settledAt)
  // While a dispute is open the customer is not told.
  const message = known.payment.disputeId === null ? failedMessage(known, settled) : undefined
  await queueMessage(app, tx, known, message, settledAt)
  return true
}

// The charge is not in flight any more: schedules the next step by its result.
async function release(
  app: App,
  tx: Tx,
  { collection, charges, storeName, storeLogo }: LoadedCollection,
  settled: Charge,
  payment: Payment,
  now: number,
): Promise<LoadedCollection> {
  const known = [...charges.filter(({ id }) => id !== settled.id), settled]
  const free = { ...collection, chargeId: null }
  const facts = factsOf(app, free, payment, known)
  const next = scheduled(free, facts, now)
  if (collection.chargeId !== settled.id || !(await saveCollection(tx, next))) throw refusals.chargeUnderWay()
  return { collection: next, payment, charges: known, facts, storeName, storeLogo }
}

/**
 * Passes the customer's answer to a challenge of an early charge on to the processor. If the bank has its own page,
 * `isConfirmed` confirms nothing: the processor knows the answer. Returns the error that kept the result from being
 * stored; undefined otherwise.
 */
export async function answerBank(app: App, actor: Actor, charge: Charge, isConfirmed: boolean): Promise<unknown> {
  if (charge.state !== 'challenged' || charge.kind !== 'early') return undefined
  const request = processorCharge(charge)
  return settleAnswer(app, actor, laterCharges, charge, (cards) => cards.answerChallenge(request, isConfirmed))
}

/** Later charges without an answer, or to be voided because they arrived too late. */
export const dueLaterCharges = dueChargesOf('resolve later charges', ['scheduled', 'early'], laterCharges)

import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { type Charge, chargeTimes, processorCharge } from '../charges/charge.ts'
import { transitionCharge } from '../charges/charges.ts'
import { dueChargesOf } from '../charges/due-charges.ts'
import type { Charged, ChargePurpose, Decline } from '../charges/purpose.ts'
import { settleAnswer } from '../charges/settle-answer.ts'
import { collectPayment } from '../payments/collection-changes.ts'
import type { Payment } from '../payments/payment.ts'
import { scheduled } from './collection.ts'
import { type LoadedCollection, loadCollection, saveCollection } from './collections.ts'
import { factsOf } from './facts.ts'
import { queueMessage } from './messages/messages.ts'
import { collectedMessage, failedMessage } from './messages/plan-messages.ts'
import { sendMessagesOf } from './messages/sending.ts'
import { refusals } from './refusals.ts'

/**
 * A charge of later parts: what it charged is paid, and what is too much goes back at once. One that nobody knows of is sent again, by its
 * id; until it is known nothing else is charged for the payment.
 */
export const laterCharges: ChargePurpose = {
  whenUnknown: 'send_again',
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

/** Thrown to undo a transaction in which the charge was settled by somebody else. */
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
  await sendMessagesOf(app, charge)
  return true
}

async function approve(
  app: App,
  tx: Tx,
  actor: Actor,
  loaded: LoadedCollection,
  charge: Charge,
  { reference, networkReference }: Charged,
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
  await queueMessage(app, tx, known, failedMessage(known, settled), settledAt)
  return true
}

// The charge is under way no more: what happens next follows from what it brought.
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
 * The customer has answered the bank about a challenged charge of later parts. Where the bank asks at its own address, `isConfirmed`
 * confirms nothing: the processor is asked what they answered there. Answers what kept that from being written down, undefined where nothing
 * did.
 */
export async function answerBank(app: App, actor: Actor, charge: Charge, isConfirmed: boolean): Promise<unknown> {
  if (charge.state !== 'challenged' || charge.kind !== 'early') return undefined
  const request = processorCharge(charge)
  return settleAnswer(app, actor, laterCharges, charge, (cards) => cards.answerChallenge(request, isConfirmed))
}

/** Charges of later parts whose answer never came, or that came too late and are to be voided. */
export const dueLaterCharges = dueChargesOf('resolve later charges', ['scheduled', 'early'], laterCharges)

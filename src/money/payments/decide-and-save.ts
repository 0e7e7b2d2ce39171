import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { forgetPayment, recallPayment, rememberPayment, wholePayment } from './known-payments.ts'
import type { Payment, PaymentChange } from './payment.ts'
import { saveChange, savePayment } from './payment-changes.ts'
import { isDue } from './transitions/capture.ts'
import { type Replay, replay } from './transitions/movement.ts'

/** Undefined and a replay: there is nothing to save. */
type Decision = PaymentChange | Replay | undefined

/** Decides on a payment. Refuses. */
type Decide = (payment: Payment) => Decision | Promise<Decision>

/**
 * Saves what `decide` decides on the current payment, and returns the payment. Decides first on the payment that this
 * process knows, without reading it: the database saves the change only if that is still the current one. Otherwise, and
 * if there is nothing to save, the payment is read and decided anew. `inSameTransaction`: extra writes; then the payment
 * is read. Refuses as `getPayment` and `decide`, and if another operation was faster or holds the payment.
 */
export async function decideAndSave(
  app: App,
  actor: Actor,
  id: PaymentId,
  decide: Decide,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const change =
    (inSameTransaction === undefined ? await saveOnKnown(app, actor, id, decide) : undefined) ??
    (await saveOnRead(app, actor, id, decide, inSameTransaction))
  if ('transition' in change) {
    rememberPayment(app, change.after)
    return change.after
  }
  return change
}

// Returns the change that was saved; undefined if none was.
async function saveOnKnown(app: App, actor: Actor, id: PaymentId, decide: Decide): Promise<PaymentChange | undefined> {
  const known = recallPayment(app, actor, id)
  if (known === undefined || isDue(known.payment, nowFor(app, actor))) return undefined
  const change = await decideOnKnown(wholePayment(known), decide)
  if (change === undefined || (await savePayment(app, app.db, actor, change, true))) return change
  forgetPayment(app, known.payment)
  return undefined
}

// Only a change is used: a refusal or a replay of an earlier answer must rest on the current payment.
async function decideOnKnown(payment: Payment, decide: Decide): Promise<PaymentChange | undefined> {
  try {
    const decided = await decide(payment)
    return decided === replay ? undefined : decided
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

// Returns the change that was saved, or the payment if there was nothing to save.
async function saveOnRead(
  app: App,
  actor: Actor,
  id: PaymentId,
  decide: Decide,
  inSameTransaction: WithChange | undefined,
): Promise<PaymentChange | Payment> {
  const payment = await getPayment(app, actor, id)
  const change = await decide(payment)
  if (change === undefined || change === replay) return payment
  await saveChange(app, actor, change, inSameTransaction)
  return change
}

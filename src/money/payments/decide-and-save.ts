import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { forgetPayment, recallPayment, wholePayment } from './known-payments.ts'
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
 * process knows, without reading it: the database saves the change only if that version is still the current one.
 * Otherwise, and if there is nothing to save, the payment is read and decided anew. `inSameTransaction`: extra writes.
 * Refuses as `getPayment` and `decide`, and if another operation was faster or holds the payment.
 */
export async function decideAndSave(
  app: App,
  actor: Actor,
  id: PaymentId,
  decide: Decide,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  if (inSameTransaction === undefined) {
    const change = await decideOnKnown(app, actor, id, decide)
    if (change !== undefined) {
      if (await savePayment(app, app.db, actor, change, 'recalled')) return change.after
      forgetPayment(app, change.before)
    }
  }
  const payment = await getPayment(app, actor, id)
  const change = await decide(payment)
  if (change === undefined || change === replay) return payment
  await saveChange(app, actor, change, inSameTransaction)
  return change.after
}

// Only a change is used: a refusal or a replay of an earlier answer must rest on the current payment.
async function decideOnKnown(
  app: App,
  actor: Actor,
  id: PaymentId,
  decide: Decide,
): Promise<PaymentChange | undefined> {
  const known = recallPayment(app, actor, id)
  if (known === undefined || isDue(known.payment, nowFor(app, actor))) return undefined
  try {
    const decided = await decide(wholePayment(known))
    return decided === replay ? undefined : decided
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

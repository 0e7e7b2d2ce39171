import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { cardStepOf } from '../charges/processor.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './payment-changes.ts'
import { refusals } from './refusals.ts'
import { collect, failReturn, writeOff } from './transitions/collect.ts'

/**
 * Adds a charge of the customer to the paid amount, in the transaction that settles the charge. Refuses, and so undoes
 * the transaction, if the payment was changed meanwhile.
 */
export async function collectPayment(
  app: App,
  tx: Tx,
  actor: Actor,
  payment: Payment,
  amountMinor: bigint,
): Promise<Payment> {
  const change = collect(payment, amountMinor, cardStepOf(app, payment))
  if (!(await savePayment(app, tx, actor, change))) throw refusals.locked()
  return change.after
}

/**
 * Takes the amount of a failed return back into the paid amount, in the transaction that stores the failure. Refuses if
 * the payment was changed meanwhile.
 */
export async function failPaymentReturn(
  app: App,
  tx: Tx,
  actor: Actor,
  payment: Payment,
  amountMinor: bigint,
): Promise<void> {
  if (!(await savePayment(app, tx, actor, failReturn(payment, amountMinor)))) throw refusals.locked()
}

/**
 * Writes off an amount that is too small for any card, in a transaction. Refuses if the payment was changed meanwhile.
 */
export async function writeOffPayment(app: App, tx: Tx, actor: Actor, payment: Payment): Promise<Payment> {
  const change = writeOff(payment)
  if (!(await savePayment(app, tx, actor, change))) throw refusals.locked()
  return change.after
}

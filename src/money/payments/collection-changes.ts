import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { cardStepOf } from '../charges/processor.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './payment-changes.ts'
import { refusals } from './refusals.ts'
import { collect, failReturn, writeOff } from './transitions/collect.ts'

/**
 * The customer has paid so much of the payment that was read: within the transaction in which its charge is settled. Refuses, and the
 * transaction is undone, when somebody was faster.
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
 * So much of the payment that was read did not arrive at its card: within the transaction in which its return fails. Refuses when
 * somebody was faster.
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
 * What is left to collect of the payment that was read is too little for any card, and is given up, within a transaction. Refuses when
 * somebody was faster.
 */
export async function writeOffPayment(app: App, tx: Tx, actor: Actor, payment: Payment): Promise<Payment> {
  const change = writeOff(payment)
  if (!(await savePayment(app, tx, actor, change))) throw refusals.locked()
  return change.after
}

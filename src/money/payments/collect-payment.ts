import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { cardStepOf } from './card-step.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { collect } from './transitions/collect.ts'

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

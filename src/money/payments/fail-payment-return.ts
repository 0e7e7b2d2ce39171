import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { failReturn } from './transitions/collect.ts'

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

import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { writeOff } from './transitions/collect.ts'

/**
 * What is left to collect of the payment that was read is too little for any card, and is given up, within a transaction. Refuses when
 * somebody was faster.
 */
export async function writeOffPayment(app: App, tx: Tx, actor: Actor, payment: Payment): Promise<Payment> {
  const change = writeOff(payment)
  if (!(await savePayment(app, tx, actor, change))) throw refusals.locked()
  return change.after
}

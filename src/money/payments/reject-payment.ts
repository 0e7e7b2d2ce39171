import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { reject } from './transitions/reject.ts'

/** The customer was refused: CREATED becomes REJECTED. Refuses when it is not open any more. */
export async function rejectPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  const change = reject(await getPayment(app, actor, id))
  if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
  return change.after
}

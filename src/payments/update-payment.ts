import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import type { Actor } from '../merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'
import { updateReference } from './transitions/update-reference.ts'

/** Gives the order another reference, in any status. Undefined changes nothing, and neither does the same reference. */
export async function updatePayment(
  app: App,
  actor: Actor,
  id: PaymentId,
  orderReference: string | undefined,
): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  const change = orderReference === undefined ? undefined : updateReference(payment, orderReference)
  if (change === undefined) return payment
  if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
  return change.after
}

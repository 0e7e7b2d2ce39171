import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { decideAndSave } from './decide-and-save.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { updateReference } from './transitions/update-reference.ts'

/**
 * Changes the order's reference, in any status. The same or an undefined reference changes nothing. `expected`: refuses
 * with 409 if the page showed another reference. `inSameTransaction`: extra writes.
 */
export async function updatePayment(
  app: App,
  actor: Actor,
  id: PaymentId,
  orderReference: string | undefined,
  expected?: Pick<Payment, 'orderReference'>,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const decide = (payment: Payment) => {
    const change = orderReference === undefined ? undefined : updateReference(payment, orderReference)
    if (change === undefined) return undefined
    if (expected !== undefined && expected.orderReference !== payment.orderReference) throw refusals.changed()
    return change
  }
  return decideAndSave(app, actor, id, decide, inSameTransaction)
}

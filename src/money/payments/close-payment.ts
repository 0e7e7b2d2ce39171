import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { cardStepOf } from '../charges/processor.ts'
import { getPayment } from './get-payment.ts'
import { leftToCapture, type Payment } from './payment.ts'
import { type ExpectedAmount, requireAmount, saveChange } from './payment-changes.ts'
import { close } from './transitions/close.ts'

/**
 * Closes an authorized payment. `expected`: refuses if another amount is left to capture than the page showed.
 * `inSameTransaction`: extra writes. Refuses as docs/contract/payments.md#close says.
 */
export async function closePayment(
  app: App,
  actor: Actor,
  id: PaymentId,
  expected?: ExpectedAmount,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  requireAmount(expected, leftToCapture(payment))
  const change = close(payment, nowFor(app, actor), cardStepOf(app, payment))
  await saveChange(app, actor, change, inSameTransaction)
  return change.after
}

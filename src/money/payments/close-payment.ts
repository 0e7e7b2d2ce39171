import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { cardStepOf } from '../charges/processor.ts'
import { decideAndSave } from './decide-and-save.ts'
import { leftToCapture, type Payment } from './payment.ts'
import { type ExpectedAmount, requireAmount } from './payment-changes.ts'
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
  const decide = (payment: Payment) => {
    requireAmount(expected, leftToCapture(payment))
    return close(payment, nowFor(app, actor), cardStepOf(app, payment))
  }
  return decideAndSave(app, actor, id, decide, inSameTransaction)
}

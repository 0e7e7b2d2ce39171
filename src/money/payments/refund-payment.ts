import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { cardStepOf } from '../charges/processor.ts'
import { decideAndSave } from './decide-and-save.ts'
import { rulesOf, storeOfPayment } from './movement-rules.ts'
import { leftToRefund, type Payment } from './payment.ts'
import { type ExpectedAmount, requireAmount } from './payment-changes.ts'
import type { RefundInput } from './schemas.ts'
import { isReplay } from './transitions/movement.ts'
import { parseRefund, refund } from './transitions/refund.ts'

/**
 * Refunds once per reference, and returns the payment. `expected`: refuses if another amount is left than the page
 * showed. `inSameTransaction`: extra writes. Refuses as docs/contract/payments.md#refunds says.
 */
export async function refundPayment(
  app: App,
  actor: Actor,
  id: PaymentId,
  input: RefundInput,
  expected?: ExpectedAmount,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const decide = async (payment: Payment) => {
    const request = parseRefund(input, payment.currency, rulesOf(actor, payment))
    if (!isReplay(payment.refunds, request.referenceId)) requireAmount(expected, leftToRefund(payment))
    const { refundDays } = await storeOfPayment(app, actor, payment)
    const terms = { cardStepMinor: cardStepOf(app, payment), refundDays }
    return refund(payment, request, nowFor(app, actor), terms)
  }
  return decideAndSave(app, actor, id, decide, inSameTransaction)
}

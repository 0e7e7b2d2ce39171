import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { decideAndSave } from './decide-and-save.ts'
import { rulesOf } from './movement-rules.ts'
import { leftToCapture, type Payment } from './payment.ts'
import { type ExpectedAmount, requireAmount } from './payment-changes.ts'
import type { CaptureInput } from './schemas.ts'
import { capture, parseCapture } from './transitions/capture.ts'
import { isReplay } from './transitions/movement.ts'

/**
 * Captures once per reference, and returns the payment. `expected`: refuses if another amount is left than the page
 * showed. `inSameTransaction`: extra writes. Refuses as docs/contract/payments.md#captures says.
 */
export async function capturePayment(
  app: App,
  actor: Actor,
  id: PaymentId,
  input: CaptureInput,
  expected?: ExpectedAmount,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const decide = (payment: Payment) => {
    const request = parseCapture(input, payment.currency, rulesOf(actor, payment))
    if (!isReplay(payment.captures, request.referenceId)) requireAmount(expected, leftToCapture(payment))
    return capture(payment, request, nowFor(app, actor))
  }
  return decideAndSave(app, actor, id, decide, inSameTransaction)
}

import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { minute, second } from '../../platform/base/times.ts'
import type { WithChange } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getStore } from '../../platform/merchants/stores/stores.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { saveChange } from './payment-changes.ts'
import { approve, decline } from './transitions/checkout.ts'

/** How long support may decide about a referred order, by the merchant's clock. */
export const referralMs = 15 * minute

/**
 * Approves or declines a referred payment for support, and returns it. Approved, the customer may pay; declined, it is
 * REJECTED. `inSameTransaction`: extra writes. Refuses a payment that is not referred any more, and with 409 one that
 * changes at the same time.
 */
export async function decideReferral(
  app: App,
  actor: Actor,
  id: PaymentId,
  decision: 'approve' | 'decline',
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  const change = decision === 'approve' ? approve(payment, await expiryOf(app, payment)) : decline(payment)
  await saveChange(app, actor, change, inSameTransaction)
  return change.after
}

// A referred payment is due when the referral ends. Approved, it expires as others do.
async function expiryOf(app: App, { merchantId, storeId, createdAt }: Payment): Promise<number> {
  const { paymentSeconds } = await getStore(app, merchantId, storeId)
  return createdAt + paymentSeconds * second
}

import type { App } from '../../platform/app/app.ts'
import type { Pseudonym } from '../../platform/base/pseudonym.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { saveBuyer } from './buyer-changes.ts'
import type { Payment } from './payment.ts'
import { eraseOrder } from './personal-texts.ts'
import { eraseRefundReasons, eraseReturnReasons, forgetFormerBuyers } from './store/buyers.ts'

/**
 * Replaces a customer's data in a payment: its order, the reasons of its refunds, and how it is found. Amounts, items
 * and references stay. Refuses if another operation was faster or holds the payment.
 */
export async function erasePayment(
  app: App,
  tx: Tx,
  actor: Actor,
  payment: Payment,
  pseudonym: Pseudonym,
): Promise<void> {
  const { merchantId, id: paymentId, isTest } = payment
  await saveBuyer(app, tx, actor, 'erase', payment, eraseOrder(payment.order, pseudonym))
  await tx.run(forgetFormerBuyers, { merchantId, paymentId })
  await tx.run(eraseRefundReasons, { merchantId, paymentId, pseudonym })
  await tx.run(eraseReturnReasons, { merchantId, paymentId, isTest, pseudonym })
}

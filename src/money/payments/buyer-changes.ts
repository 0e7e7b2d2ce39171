import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor, MerchantMode } from '../../platform/merchants/caller.ts'
import type { OrderBody } from './order.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './payment-changes.ts'
import { refusals } from './refusals.ts'
import { termsOf } from './search/search-terms.ts'
import { deleteTerms, insertTerms, waitForFilling } from './search/store/filling.ts'
import { type FormerBuyer, keepFormerBuyer, listFormerBuyers as list, replaceOrder } from './store/buyers.ts'
import { changeBuyer } from './transitions/change-buyer.ts'

/** What a customer corrects. An absent member stays. */
export interface BuyerCorrection {
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** E.164. */
  readonly phone?: string | undefined
}

/**
 * Corrects the buyer in the order of a payment, and how it is found, in a transaction. What was sent or sealed stays as
 * it was. Refuses if another operation was faster or holds the payment.
 */
export async function correctBuyer(
  app: App,
  tx: Tx,
  actor: Actor,
  payment: Payment,
  { name, email, phone }: BuyerCorrection,
): Promise<void> {
  const { buyer } = payment.order
  const corrected = {
    ...buyer,
    name: name ?? buyer.name,
    email: email ?? buyer.email,
    phone: phone ?? buyer.phone,
  }
  if (JSON.stringify(corrected) === JSON.stringify(buyer)) return
  await saveBuyer(app, tx, actor, 'correct', payment, { ...payment.order, buyer: corrected })
  const { merchantId, id: paymentId, version } = payment
  const former = { name: buyer.name, email: buyer.email, phone: buyer.phone }
  await tx.run(keepFormerBuyer, { merchantId, paymentId, version: version + 1, former })
}

/** Lists what corrections of a payment's buyer have replaced. */
export async function listFormerBuyers(
  { db }: Pick<App, 'db'>,
  { merchantId }: MerchantMode,
  paymentId: PaymentId,
): Promise<FormerBuyer[]> {
  return (await db.run(list, { merchantId, paymentId })).map(({ former }) => former)
}

/** Saves an order with changed personal data, and the search terms that follow from them. Refuses as `correctBuyer`. */
export async function saveBuyer(
  app: App,
  tx: Tx,
  actor: Actor,
  transition: 'correct' | 'erase',
  payment: Payment,
  order: OrderBody,
): Promise<void> {
  const { merchantId, id: paymentId } = payment
  // Race with `fillGap`, as for a changed reference: a statement that starts after it sees its terms and replaces them.
  await tx.run(waitForFilling, { merchantIds: [merchantId] })
  const change = changeBuyer(transition, payment, order)
  if (!(await savePayment(app, tx, actor, change))) throw refusals.locked()
  await tx.run(replaceOrder, { merchantId, paymentId, body: order })
  const [former, present] = [termsFor(change.before), termsFor(change.after)]
  await tx.run(deleteTerms, {
    merchantId,
    terms: former.filter(({ term }) => present.every((one) => one.term !== term)),
  })
  await tx.run(insertTerms, { merchantId, terms: present })
}

function termsFor({ id: payment_id, isTest: is_test, createdAt: created_at, order, ...payment }: Payment) {
  const { email: buyerEmail, phone: buyerPhone } = order.buyer
  return termsOf({ ...payment, buyerEmail, buyerPhone }).map((term) => ({ is_test, term, created_at, payment_id }))
}

import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { emailTermOf } from './search/search-terms.ts'
import { deleteTerms, insertTerms } from './search/store/filling.ts'
import { lockOrder, replaceOrder } from './store/buyers.ts'

/** What a customer corrects. An absent member stays. */
export interface BuyerCorrection {
  readonly name?: string | undefined
  readonly email?: string | undefined
}

/**
 * Corrects the buyer's name and e-mail in the order of a payment, and how it is found. What was sent or sealed stays as
 * it was. Answers of the API may show the former values for a minute. Returns false if another process holds the order.
 */
export async function correctBuyer(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
  { name, email }: BuyerCorrection,
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx.run(lockOrder, { merchantId, paymentId, isTest })
    if (row === undefined) return false
    const { body, created_at, buyer_email } = row
    const buyer = { ...body.buyer, name: name ?? body.buyer.name, email: email ?? body.buyer.email }
    await tx.run(replaceOrder, { merchantId, paymentId, body: { ...body, buyer } })
    const term = (of: string) => [{ is_test: isTest, term: emailTermOf(of), created_at, payment_id: paymentId }]
    if (buyer.email !== buyer_email) {
      await tx.run(deleteTerms, { merchantId, terms: term(buyer_email) })
      await tx.run(insertTerms, { merchantId, terms: term(buyer.email) })
    }
    return true
  })
}

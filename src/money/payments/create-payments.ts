import type { Tx } from '../../platform/db/db.ts'
import { type Actor, actorColumnsOf } from '../../platform/merchants/caller.ts'
import type { Payment } from './payment.ts'
import { termsOf } from './search/search-terms.ts'
import { insertPayments } from './store/creation.ts'
import { columnsOf } from './store/payments.ts'

/** Writes new payments with their orders, what they are found by and the first lines of their timelines, in one statement. */
export async function createPayments(
  tx: Tx,
  created: readonly { readonly payment: Payment; readonly actor: Actor }[],
): Promise<void> {
  const records = created.map(({ payment, actor }) => {
    return {
      ...columnsOf(payment),
      order_body: payment.order,
      search_terms: termsOf({
        ...payment,
        buyerEmail: payment.order.buyer.email,
        buyerPhone: payment.order.buyer.phone,
      }),
      ...actorColumnsOf(actor),
    }
  })
  await tx.run(insertPayments, { created: records })
}

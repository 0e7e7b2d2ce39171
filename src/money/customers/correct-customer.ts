import type { App } from '../../platform/app/app.ts'
import type { Principal } from '../../platform/base/principal.ts'
import { type BuyerCorrection, correctBuyer } from '../payments/buyer-changes.ts'
import { getPayment } from '../payments/get-payment.ts'
import { retryLocked } from '../payments/payment-changes.ts'
import { readPaymentRecord } from './customer-record.ts'
import { type Customer, findCustomerPayments } from './find-purchases.ts'

/**
 * Corrects a customer's name and e-mail in every payment that is kept (docs/contract/terms.md#export). Returns the number
 * of payments; undefined for an unknown phone. Doing it twice changes nothing more.
 */
export async function correctCustomer(
  app: App,
  customer: Customer,
  by: Principal,
  correction: BuyerCorrection,
): Promise<number | undefined> {
  let found = 0
  for (const { actor, id } of await findCustomerPayments(app, customer)) {
    const record = await readPaymentRecord(app, customer, { actor, id })
    if (record === undefined) continue
    found += 1
    await retryLocked(async () => {
      const payment = await getPayment(app, actor, id)
      await app.db.transaction((tx) => correctBuyer(app, tx, { ...actor, principal: by }, payment, correction))
    })
  }
  return found === 0 ? undefined : found
}

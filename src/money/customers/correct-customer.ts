import type { App } from '../../platform/app/app.ts'
import { type BuyerCorrection, correctBuyer } from '../payments/correct-buyer.ts'
import { readPaymentRecord } from './customer-record.ts'
import { type Customer, findCustomerPayments } from './find-purchases.ts'

/** How many payments of a customer were corrected, and how many another process held. */
export interface CorrectedCustomer {
  readonly corrected: number
  readonly held: number
}

/**
 * Corrects a customer's name and e-mail in every payment that is kept (docs/contract/terms.md#export). Undefined for an
 * unknown phone. Doing it twice changes nothing more.
 */
export async function correctCustomer(
  app: App,
  customer: Customer,
  correction: BuyerCorrection,
): Promise<CorrectedCustomer | undefined> {
  let corrected = 0
  let held = 0
  for (const payment of await findCustomerPayments(app, customer)) {
    if ((await readPaymentRecord(app, customer, payment)) === undefined) continue
    if (await correctBuyer(app, payment.actor, payment.id, correction)) corrected += 1
    else held += 1
  }
  return corrected + held === 0 ? undefined : { corrected, held }
}

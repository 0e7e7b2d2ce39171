import type { SupportAnswer, SupportVisit } from '../page.ts'
import { loadPayment } from './load-payment.ts'
import { paymentPage } from './views/payment.ts'

/** The page of one payment. */
export async function viewPayment(visit: SupportVisit): Promise<SupportAnswer> {
  return paymentPage(visit, await loadPayment(visit), { done: visit.query('done') })
}

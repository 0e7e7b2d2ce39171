import type { Queryable } from '../../platform/db/db.ts'
import type { Payment } from '../payments/payment.ts'
import { correctEmail } from './store/personal.ts'

/** Corrects the customer's e-mail address in the disputes of a payment. Their history stays as it was written. */
export async function correctEmailOfDisputes(on: Queryable, payment: Payment, email: string): Promise<void> {
  await on.run(correctEmail, { merchantId: payment.merchantId, paymentId: payment.id, email })
}

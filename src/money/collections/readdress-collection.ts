import type { Queryable } from '../../platform/db/db.ts'
import type { Payment } from '../payments/payment.ts'
import { readdressCollection as readdress, readdressMessages } from './store/personal.ts'

/** Moves a payment's plan to another phone (E.164), with the messages that still wait. */
export async function readdressCollection(
  on: Queryable,
  { merchantId, id: paymentId, isTest }: Payment,
  phone: string,
): Promise<void> {
  await on.run(readdress, { merchantId, paymentId, isTest, phone })
  await on.run(readdressMessages, { merchantId, paymentId, isTest, phone })
}

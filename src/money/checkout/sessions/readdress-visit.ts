import type { Queryable } from '../../../platform/db/db.ts'
import type { Payment } from '../../payments/payment.ts'
import { readdressVisit as readdress } from '../store/personal.ts'

/** Moves the visit to a payment's page, for which a phone was proved, to another phone (E.164). */
export async function readdressVisit(
  on: Queryable,
  { merchantId, id: paymentId }: Payment,
  former: string,
  phone: string,
): Promise<void> {
  await on.run(readdress, { merchantId, paymentId, former, phone })
}

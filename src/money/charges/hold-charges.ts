import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { holdCharges as hold, holdReturns } from './store/held.ts'

/** Stops all charges and returns of these payments of a merchant: no processor is asked about them any more, and reconciliation skips them. */
export async function holdCharges(
  on: Queryable,
  merchantId: MerchantId,
  paymentIds: readonly PaymentId[],
): Promise<void> {
  await on.run(hold, { merchantId, paymentIds })
  await on.run(holdReturns, { merchantId, paymentIds })
}

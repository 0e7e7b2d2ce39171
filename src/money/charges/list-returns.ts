import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Return } from './return.ts'
import { listReturnsOfPayment, returnFrom } from './store/returns.ts'

/** All that went back to a payment's cards, or is on its way, oldest first. */
export async function listReturns(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<readonly Return[]> {
  return (await app.db.run(listReturnsOfPayment, { merchantId, isTest, paymentId })).map(returnFrom)
}

import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Charge } from './charge.ts'
import { chargeFrom, listChargesOfPayment } from './store/charges.ts'

/** All charges of a payment, oldest first. */
export async function listCharges(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<readonly Charge[]> {
  return (await app.db.run(listChargesOfPayment, { merchantId, isTest, paymentId })).map(chargeFrom)
}

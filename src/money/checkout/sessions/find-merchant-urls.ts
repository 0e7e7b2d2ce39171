import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { findUrlsOfPayment } from '../store/sessions.ts'
import type { MerchantUrls } from './read-checkout.ts'

/** Where the customer of this payment goes back to; undefined where it has no session in the actor's mode. */
export async function findMerchantUrls(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<MerchantUrls | undefined> {
  const [row] = await app.db.run(findUrlsOfPayment, { merchantId, paymentId, isTest })
  return row && { success: row.success_url, cancel: row.cancel_url, failure: row.failure_url }
}

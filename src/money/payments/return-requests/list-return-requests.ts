import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import { listReturnRequestsOfPayment, returnRequestFrom } from '../store/return-requests.ts'
import type { ReturnRequest } from './return-request.ts'

const limit = 50

/** The 50 newest of a payment, newest first. */
export async function listReturnRequests(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<ReturnRequest[]> {
  return (await app.db.run(listReturnRequestsOfPayment, { merchantId, paymentId, limit })).map(returnRequestFrom)
}

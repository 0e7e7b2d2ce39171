import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import { listMessagesOfPayment } from '../store/messages.ts'

/** What a payment's customer was told, or is to be told, oldest first; the text without the phone. */
export async function listMessages(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<readonly { kind: string; at: Instant; state: string; tries: number; text: string }[]> {
  return app.db.run(listMessagesOfPayment, { merchantId, paymentId })
}

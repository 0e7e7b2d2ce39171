import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'
import { listDueMessagesOfPayment } from '../store/messages.ts'
import { sendMessage } from './send-message.ts'

/** Hands over what a payment's customer is to be told by now; what fails is left to the worker. */
export async function sendMessagesOf(
  app: App,
  { merchantId, paymentId }: { readonly merchantId: MerchantId; readonly paymentId: PaymentId },
): Promise<void> {
  const due = await app.db.run(listDueMessagesOfPayment, { merchantId, paymentId })
  for (const { kind, event } of due) await sendMessage(app, { merchantId, paymentId, kind, event })
}

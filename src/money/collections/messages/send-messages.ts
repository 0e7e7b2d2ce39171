import type { App } from '../../../platform/app/app.ts'
import type { Charge } from '../../charges/charge.ts'
import { listDueMessagesOfPayment } from '../store/messages.ts'
import { sendMessage } from './send-message.ts'

/**
 * Hands over what a payment's customer is to be told by now, where it only goes to the outbox: there it is seen at once. A gateway may take
 * its time, and is left to the worker.
 */
export async function sendMessagesOf(
  app: App,
  { merchantId, paymentId, isTest }: Pick<Charge, 'merchantId' | 'paymentId' | 'isTest'>,
): Promise<void> {
  const { live, test } = app.messengers
  if (!isTest && live !== test) return
  const due = await app.db.run(listDueMessagesOfPayment, { merchantId, paymentId })
  for (const { kind, event } of due) await sendMessage(app, { merchantId, paymentId, kind, event })
}

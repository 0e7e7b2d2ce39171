import type { App } from '../../app/app.ts'
import { backoffMs } from '../../base/backoff.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'
import { claimMessage, listDueMessagesOfPayment, markMessageSent, retryMessage } from '../store/messages.ts'
import { type CustomerMessageKind, type MessageKey, messageTimes } from './message.ts'

/**
 * Claims a message that was listed as due and hands it over; false when somebody else has. One that nobody took is tried again with
 * backoff; one whose process dies meanwhile is not, for nobody is told twice.
 */
export async function sendMessage(app: App, key: MessageKey): Promise<boolean> {
  const [message] = await app.db.run(claimMessage, key)
  if (message === undefined) return false
  const { merchantId, paymentId, kind } = key
  const { is_test: isTest, phone: to, text, at, tries } = message
  const messenger = isTest ? app.messengers.test : app.messengers.live
  try {
    await messenger.send({ merchantId, to, text, about: paymentId, kind: kind as CustomerMessageKind, isTest, at })
    await app.db.run(markMessageSent, { ...key, state: 'sent' })
  } catch (error) {
    app.log.warn({ err: error, payment_id: paymentId, kind, tries }, 'a message to a customer was not taken')
    app.metrics.itemFailed('message')
    if (tries >= messageTimes.maxTries) await app.db.run(markMessageSent, { ...key, state: 'failed' })
    else {
      const inMs = backoffMs(tries, messageTimes.firstRetryMs, messageTimes.maxRetryMs)
      await app.db.run(retryMessage, { ...key, inMs: BigInt(inMs) })
    }
  }
  return true
}

/** Hands over what a payment's customer is to be told by now; what fails is left to the worker. */
export async function sendMessagesOf(
  app: App,
  { merchantId, paymentId }: { readonly merchantId: MerchantId; readonly paymentId: PaymentId },
): Promise<void> {
  const due = await app.db.run(listDueMessagesOfPayment, { merchantId, paymentId })
  for (const { kind, event } of due) await sendMessage(app, { merchantId, paymentId, kind, event })
}

import { MessageNotTaken } from '../../../platform/adapters/messenger.ts'
import type { App } from '../../../platform/app/app.ts'
import { backoffMs } from '../../../platform/base/times.ts'
import type { ClaimedWork } from '../../../platform/due/due.ts'
import type { Charge } from '../../charges/charge.ts'
import {
  claimMessage,
  listDueMessages,
  listDueMessagesOfPayment,
  markMessageSent,
  retryMessage,
} from '../store/messages.ts'
import { type CustomerMessageKind, type MessageKey, messageTimes } from './message.ts'

/** Messages to customers that are due to be sent. */
export const dueMessages: ClaimedWork<MessageKey> = {
  name: 'send messages to customers',
  everyMs: 1_000,
  maxInFlight: 16,
  claimsForMs: 20_000,
  async listDue(app, limit) {
    const rows = await app.db.run(listDueMessages, { limit })
    return rows.map(({ merchant_id, payment_id, kind, event }) => {
      return { merchantId: merchant_id, paymentId: payment_id, kind, event }
    })
  },
  run: sendMessage,
}

/**
 * Claims a due message and sends it. Returns false if another process has claimed it. A refused message is retried with
 * backoff. A message with an unknown result is not: no customer receives a message twice.
 */
export async function sendMessage(app: App, key: MessageKey): Promise<boolean> {
  const [message] = await app.db.run(claimMessage, key)
  if (message === undefined) return false
  const { merchantId, paymentId, kind } = key
  const { is_test: isTest, phone: to, text, at, tries } = message
  const messenger = isTest ? app.messengers.test : app.messengers.live
  try {
    await messenger.send({ merchantId, to, text, about: paymentId, kind: kind as CustomerMessageKind, isTest, at })
  } catch (error) {
    app.log.warn({ err: error, payment_id: paymentId, kind, tries }, 'a message to a customer was not taken')
    app.metrics.itemFailed('message')
    if (error instanceof MessageNotTaken) await tryAgain(app, key, tries, isTest)
    return true
  }
  await app.db.run(markMessageSent, { ...key, state: 'sent' })
  app.metrics.happened('messages', 'send', isTest)
  return true
}

async function tryAgain(app: App, key: MessageKey, tries: number, isTest: boolean): Promise<void> {
  if (tries >= messageTimes.maxTries) {
    await app.db.run(markMessageSent, { ...key, state: 'failed' })
    app.metrics.happened('messages', 'give_up', isTest)
  } else {
    const inMs = backoffMs(tries, messageTimes.firstRetryMs, messageTimes.maxRetryMs)
    await app.db.run(retryMessage, { ...key, inMs })
  }
}

/**
 * Sends the due messages of a payment at once, if they only go to the outbox. A gateway may be slow: its messages are
 * left to the worker.
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

import { MessageNotTaken } from '../../../platform/adapters/messenger.ts'
import type { App } from '../../../platform/app/app.ts'
import { backoffMs } from '../../../platform/base/times.ts'
import { claimMessage, markMessageSent, retryMessage } from '../store/messages.ts'
import { type CustomerMessageKind, type MessageKey, messageTimes } from './message.ts'

/**
 * Claims a message that was listed as due and hands it over; false when somebody else has. One that nobody took is tried again with
 * backoff. One of which nobody knows, because no answer came, it could not be written down or the process died, is not: nobody is told
 * twice.
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

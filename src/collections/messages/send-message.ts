import type { App } from '../../app/app.ts'
import { backoffMs } from '../../base/backoff.ts'
import { claimMessage, markMessageSent, retryMessage } from '../store/messages.ts'
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
      await app.db.run(retryMessage, { ...key, inMs })
    }
  }
  return true
}

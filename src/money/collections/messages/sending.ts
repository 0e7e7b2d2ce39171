import { MessageNotTaken } from '../../../platform/adapters/messenger.ts'
import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { backoffMs } from '../../../platform/base/times.ts'
import { dueAtFrom, dueFrom, type ListedWork } from '../../../platform/due/due.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { listDueMessages, listDueMessagesOfMerchant, markMessageSent, retryMessage } from '../store/messages.ts'
import { type ClaimedMessage, claimMessages } from './claiming.ts'
import { type CustomerMessageKind, messageTimes } from './message.ts'

/** Messages to customers that are due to be sent: the items are payments. */
export const dueMessages: ListedWork = {
  name: 'send messages to customers',
  kind: 'message',
  everyMs: 1_000,
  // Each run mostly waits for the gateway.
  maxInFlight: 32,
  async listDue(app, limit) {
    return (await app.db.run(listDueMessages, { now: app.clock.now(), limit })).map(dueFrom)
  },
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId } = actor
    const isTest = modes === 'own' ? actor.isTest : null
    const rows = await app.db.run(listDueMessagesOfMerchant, { merchantId, isTest, until, now: app.clock.now(), limit })
    return rows.map((row) => dueAtFrom(actor, row))
  },
  run: (app, { actor, id }) => sendMessages(app, actor, id),
}

/**
 * Sends the due messages to the customer of a payment, oldest first. A refused message is retried with backoff. A
 * message with an unknown result is not: no customer receives a message twice.
 */
async function sendMessages(app: App, actor: Actor, paymentId: PaymentId): Promise<void> {
  for (const message of await claimMessages(app, actor, paymentId)) await sendMessage(app, actor, message)
}

async function sendMessage(app: App, actor: Actor, { key, phone, text, at, tries }: ClaimedMessage): Promise<void> {
  const { isTest } = actor
  const { merchantId, paymentId, kind } = key
  const messenger = isTest ? app.messengers.test : app.messengers.live
  try {
    await messenger.send({
      merchantId,
      to: phone,
      text,
      about: paymentId,
      kind: kind as CustomerMessageKind,
      isTest,
      at,
    })
  } catch (error) {
    app.log.warn({ err: error, payment_id: paymentId, kind, tries }, 'a message to a customer was not taken')
    app.metrics.itemFailed('message')
    if (error instanceof MessageNotTaken) await tryAgain(app, actor, key, tries)
    return
  }
  await app.db.run(markMessageSent, { ...key, state: 'sent' })
  app.metrics.happened('messages', 'send', isTest)
}

async function tryAgain(app: App, actor: Actor, key: ClaimedMessage['key'], tries: number): Promise<void> {
  if (tries >= messageTimes.maxTries) {
    await app.db.run(markMessageSent, { ...key, state: 'failed' })
    app.metrics.happened('messages', 'give_up', actor.isTest)
  } else {
    const inMs = backoffMs(tries, messageTimes.firstRetryMs, messageTimes.maxRetryMs)
    await app.db.run(retryMessage, { ...key, sendAt: nowFor(app, actor) + inMs })
  }
}

/**
 * Sends the due messages of a payment at once, if they only go to the outbox. A gateway may be slow: its messages are
 * left to the worker.
 */
export async function sendMessagesOf(app: App, actor: Actor, paymentId: PaymentId): Promise<void> {
  const { live, test } = app.messengers
  if (actor.isTest || live === test) await sendMessages(app, actor, paymentId)
}

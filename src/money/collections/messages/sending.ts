import { MessageNotTaken } from '../../../platform/adapters/messenger.ts'
import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { backoffMs } from '../../../platform/base/times.ts'
import { dueAtFrom, dueFrom, type ListedWork } from '../../../platform/due/due.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import {
  findMessageUnderWay,
  giveUpMessage,
  listDueMessages,
  listDueMessagesOfMerchant,
  listDuePhones,
  markMessageSent,
  retryMessage,
} from '../store/messages.ts'
import { type ClaimedMessage, type Contact, claimNextMessage } from './claiming.ts'
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
  async isUnderWay(app, { merchantId }) {
    return (await app.db.run(findMessageUnderWay, { merchantId })).length > 0
  },
  run: (app, { actor, id }) => sendMessages(app, actor, id),
}

/**
 * Sends the due messages to the customer of a payment, with those about other payments, oldest first. A refused message
 * is tried again with backoff, and no later one overtakes it. A message with an unknown result is not: no customer
 * receives a message twice.
 */
async function sendMessages(app: App, actor: Actor, paymentId: PaymentId): Promise<void> {
  const { merchantId, isTest } = actor
  const phones = await app.db.run(listDuePhones, { merchantId, paymentId, now: nowFor(app, actor) })
  for (const { phone } of phones) await sendMessagesTo(app, actor, { merchantId, isTest, phone })
}

// One at a time: a process that dies loses only the message whose result nobody knows, and what may be sent is judged
// right before it is.
async function sendMessagesTo(app: App, actor: Actor, contact: Contact): Promise<void> {
  for (;;) {
    const message = await claimNextMessage(app, actor, contact)
    if (message === undefined || !(await sendMessage(app, contact, message))) return
  }
}

/** Sends the message. Returns whether the next one may go: it was sent, or given up. */
async function sendMessage(app: App, { isTest, phone }: Contact, message: ClaimedMessage): Promise<boolean> {
  const { key, text, at, tries } = message
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
    // Otherwise the result is unknown. The next message waits until the lease ends.
    return error instanceof MessageNotTaken && tryAgain(app, { isTest, phone }, message)
  }
  await app.db.run(markMessageSent, key)
  app.metrics.happened('messages', 'send', isTest)
  return true
}

/** Returns whether the message was given up. */
async function tryAgain(
  app: App,
  { isTest, phone }: Pick<Contact, 'isTest' | 'phone'>,
  { key, tries, waited }: ClaimedMessage,
): Promise<boolean> {
  if (tries >= messageTimes.maxTries) {
    await app.db.run(giveUpMessage, key)
    app.metrics.happened('messages', 'give_up', isTest)
    return true
  }
  const inMs = backoffMs(tries, messageTimes.firstRetryMs, messageTimes.maxRetryMs)
  await app.db.run(retryMessage, { ...key, phone, ...waited, inMs })
  return false
}

/**
 * Sends the due messages of a payment at once, if they only go to the outbox. A gateway may be slow: its messages are
 * left to the worker.
 */
export async function sendMessagesOf(app: App, actor: Actor, paymentId: PaymentId): Promise<void> {
  const { live, test } = app.messengers
  if (actor.isTest || live === test) await sendMessages(app, actor, paymentId)
}

import type { App } from '../../../platform/app/app.ts'
import { firstIdOf, type MerchantId, type PaymentId } from '../../../platform/base/ids.ts'
import { day, type Instant } from '../../../platform/base/times.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { accountLink } from '../account-link.ts'
import type { LoadedCollection } from '../collections.ts'
import { insertMessage, listMessagesOfPayment, removeOldMessages as remove } from '../store/messages.ts'
import type { CustomerMessage, CustomerMessageKind } from './message.ts'

/**
 * Stores a message to the customer in the transaction of its event. Does nothing without a phone, or if the event has a
 * message already.
 */
export async function queueMessage(
  app: App,
  tx: Tx,
  { collection, storeName }: Pick<LoadedCollection, 'collection' | 'storeName'>,
  message: CustomerMessage | undefined,
  at: Instant,
): Promise<void> {
  const { merchantId, paymentId, phone, isTest } = collection
  if (message === undefined || phone === '') return
  const { kind, event, text } = message
  const link = accountLink(app, collection)
  await tx.run(insertMessage, {
    merchantId,
    paymentId,
    kind,
    event,
    isTest,
    phone,
    text: text({ storeName, link }),
    at,
  })
}

/** A message to a customer about a payment, without the phone. */
export interface PlanMessage {
  readonly kind: CustomerMessageKind
  /** The event of the message: a due date, a charge, or a version of the payment. */
  readonly event: string
  /** By the merchant's clock. */
  readonly at: Instant
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  readonly tries: number
  readonly text: string
}

const maxMessages = 500

/** Lists the newest messages about a payment, at most 500, oldest first, and the number of all. */
export async function listMessages(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<{ readonly messages: readonly PlanMessage[]; readonly total: number }> {
  const rows = await app.db.run(listMessagesOfPayment, { merchantId, paymentId, limit: maxMessages })
  const messages = rows.map(({ kind, event, at, state, tries, text }): PlanMessage => {
    return { kind: kind as PlanMessage['kind'], event, at, state: state as PlanMessage['state'], tries, text }
  })
  return { messages, total: rows[0]?.total ?? 0 }
}

const batch = 500

/**
 * Removes a batch of messages about purchases older than MESSAGE_DAYS, with the phones in them; waiting messages stay.
 * Returns their number.
 */
export async function removeOldMessages(app: App): Promise<number> {
  const beforePayment = firstIdOf(app.clock.now() - app.config.messageDays * day)
  return (await app.db.run(remove, { beforePayment, limit: batch })).length
}

import type { App } from '../../../platform/app/app.ts'
import { firstIdOf, type MerchantId, type PaymentId } from '../../../platform/base/ids.ts'
import { isPseudonym } from '../../../platform/base/pseudonym.ts'
import { day, type Instant } from '../../../platform/base/times.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { accountLink } from '../account-link.ts'
import type { LoadedCollection } from '../collections.ts'
import { insertMessage, listMessagesOfPayment, removeOldMessages as remove } from '../store/messages.ts'
import { countedSince } from './contact-times.ts'
import type { CustomerMessage, CustomerMessageKind } from './message.ts'

/**
 * Stores a message to the customer in the transaction of its event. Does nothing without a phone, for a
 * customer who was erased, or if the event has a message already.
 */
export async function queueMessage(
  app: App,
  tx: Tx,
  { collection, storeName }: Pick<LoadedCollection, 'collection' | 'storeName'>,
  message: CustomerMessage | undefined,
  at: Instant,
): Promise<void> {
  const { merchantId, paymentId, phone, isTest } = collection
  if (message === undefined || phone === '' || isPseudonym(phone)) return
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
  /** When it was sent, before that when its event happened: by the merchant's clock. */
  readonly at: Instant
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** When a waiting message is sent or tried again, by the merchant's clock; null if it waits no more. */
  readonly sendAt: Instant | null
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
  const messages = rows.map(({ kind, event, at, state, send_at, tries, text }): PlanMessage => {
    const known = { kind: kind as PlanMessage['kind'], state: state as PlanMessage['state'] }
    return { ...known, event, at, sendAt: send_at, tries, text }
  })
  return { messages, total: rows[0]?.total ?? 0 }
}

const batch = 500

/**
 * Removes a batch of messages about purchases older than MESSAGE_DAYS, with the phones in them. Messages that wait, or
 * count for the limit of a phone, stay. Returns the number removed.
 */
export async function removeOldMessages(app: App): Promise<number> {
  const now = app.clock.now()
  const beforePayment = firstIdOf(now - app.config.messageDays * day)
  return (await app.db.run(remove, { beforePayment, sentBefore: countedSince(now), limit: batch })).length
}

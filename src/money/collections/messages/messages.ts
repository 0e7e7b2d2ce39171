import type { App } from '../../../platform/app/app.ts'
import { firstIdOf, type MerchantId, type PaymentId } from '../../../platform/base/ids.ts'
import { day, type Instant } from '../../../platform/base/times.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { accountLink } from '../account-link.ts'
import type { LoadedCollection } from '../collections.ts'
import { insertMessage, listMessagesOfPayment, removeOldMessages as remove } from '../store/messages.ts'
import type { CustomerMessage, CustomerMessageKind } from './message.ts'

/**
 * Writes down what the customer is told, in the transaction in which it happens; nothing where there is no phone, and nothing again for
 * the same event.
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

/** What a customer was told of a payment, or is to be told; the text without the phone. */
export interface PlanMessage {
  readonly kind: CustomerMessageKind
  /** Which one of its kind: a due date, a charge, a version of the payment. */
  readonly event: string
  /** By the merchant's clock. */
  readonly at: Instant
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  readonly tries: number
  readonly text: string
}

const maxMessages = 500

/** The newest messages about a payment, at most 500, oldest first, and how many there are in all. */
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
 * Removes a batch of the text messages about purchases that were made more than MESSAGE_DAYS ago, with the phones in them; those that still wait stay.
 * Answers how many there were.
 */
export async function removeOldMessages(app: App): Promise<number> {
  const beforePayment = firstIdOf(app.clock.now() - app.config.messageDays * day)
  return (await app.db.run(remove, { beforePayment, limit: batch })).length
}

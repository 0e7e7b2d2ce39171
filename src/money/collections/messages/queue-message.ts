import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { accountLink } from '../account-link.ts'
import type { LoadedCollection } from '../load-collection.ts'
import { insertMessage } from '../store/messages.ts'
import type { CustomerMessage } from './message.ts'

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

import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { listReturns } from '../../charges/list-returns.ts'
import type { Return } from '../../charges/return.ts'
import { loadCollection } from '../load-collection.ts'
import { queueMessage } from './queue-message.ts'
import { sendMessagesOf } from './send-messages.ts'
import { returnedText } from './texts.ts'

/** Tells the customer that money goes back, once for all that goes back together. */
export async function announceReturn(app: App, actor: Actor, sent: Return): Promise<void> {
  const { paymentId, version } = sent
  const loaded = await loadCollection(app, actor, paymentId)
  if (loaded === undefined) return
  const together = (await listReturns(app, actor, paymentId)).filter((other) => other.version === version)
  const amountMinor = together.reduce((sum, other) => sum + other.amountMinor, 0n)
  const text = returnedText(loaded.collection, { amountMinor })
  await app.db.transaction((tx) =>
    queueMessage(app, tx, loaded, { kind: 'returned', event: String(version), text }, sent.createdAt),
  )
  await sendMessagesOf(app, sent)
}

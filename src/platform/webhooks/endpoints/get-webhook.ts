import type { App } from '../../app/app.ts'
import type { WebhookId } from '../../base/ids.ts'
import { refusalsOf } from '../refusals.ts'
import { findWebhookRow } from '../store/webhooks.ts'
import type { Webhook, WebhookSet } from '../webhook.ts'
import { openWebhook } from './stored-webhook.ts'

/** One webhook of the set. Refuses an id that the set does not have; fails while its secret does not open. */
export async function getWebhook(app: App, set: WebhookSet, id: WebhookId): Promise<Webhook> {
  const [row] = await app.db.run(findWebhookRow, { ...set, id })
  if (row === undefined) throw refusalsOf[set.family].unknown()
  return openWebhook(app, set.merchantId, row)
}

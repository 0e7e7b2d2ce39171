import type { App } from '../app/app.ts'
import type { WebhookId } from '../base/ids.ts'
import type { Queryable } from '../db/db.ts'
import { openWebhook } from './open-webhook.ts'
import { refusalsOf } from './refusals.ts'
import { findWebhookRow, listWebhookRows } from './store/webhooks.ts'
import type { Webhook, WebhookSet } from './webhook.ts'

/** Every webhook of the set, in the order of registration. */
export async function listWebhooks(app: App, on: Queryable, set: WebhookSet): Promise<Webhook[]> {
  const rows = await on.run(listWebhookRows, [set.merchantId, set.storeId, set.isTest, set.family])
  return rows.map((row) => openWebhook(app, set.merchantId, row))
}

/** One webhook of the set. Refuses an id that the set does not have. */
export async function getWebhook(app: App, on: Queryable, set: WebhookSet, id: WebhookId): Promise<Webhook> {
  const [row] = await on.run(findWebhookRow, [set.merchantId, set.storeId, set.isTest, set.family, id])
  if (row === undefined) throw refusalsOf[set.family].unknown()
  return openWebhook(app, set.merchantId, row)
}

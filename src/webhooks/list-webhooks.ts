import type { App } from '../app/app.ts'
import type { WebhookId } from '../base/ids.ts'
import type { Queryable } from '../db/db.ts'
import { openWebhook } from './open-webhook.ts'
import { refusalsOf } from './refusals.ts'
import { findWebhookRow, listWebhookRows, type WebhookRow } from './store/webhooks.ts'
import type { Webhook, WebhookSet } from './webhook.ts'

/** Every webhook of the set, in the order of registration. Fails while the secret of one does not open. */
export async function listWebhooks(app: App, on: Queryable, set: WebhookSet): Promise<Webhook[]> {
  return (await listRows(on, set)).map((row) => openWebhook(app, set.merchantId, row))
}

/** One webhook of the set. Refuses an id that the set does not have. */
export async function getWebhook(app: App, on: Queryable, set: WebhookSet, id: WebhookId): Promise<Webhook> {
  return openWebhook(app, set.merchantId, await getRow(on, set, id))
}

/** The set as it is stored: for whoever needs no secret, and so works while one does not open. */
export function listRows(on: Queryable, set: WebhookSet): Promise<WebhookRow[]> {
  return on.run(listWebhookRows, [set.merchantId, set.storeId, set.isTest, set.family])
}

/** One of them. Refuses an id that the set does not have. */
export async function getRow(on: Queryable, set: WebhookSet, id: WebhookId): Promise<WebhookRow> {
  const [row] = await on.run(findWebhookRow, [set.merchantId, set.storeId, set.isTest, set.family, id])
  if (row === undefined) throw refusalsOf[set.family].unknown()
  return row
}

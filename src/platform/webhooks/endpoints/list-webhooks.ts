import type { App } from '../../app/app.ts'
import { listWebhookRows } from '../store/webhooks.ts'
import type { Webhook, WebhookSet } from '../webhook.ts'
import { openWebhook } from './stored-webhook.ts'

/** Every webhook of the set, in the order of registration. Fails while the secret of one does not open. */
export async function listWebhooks(app: App, set: WebhookSet): Promise<Webhook[]> {
  return (await app.db.run(listWebhookRows, set)).map((row) => openWebhook(app, set.merchantId, row))
}

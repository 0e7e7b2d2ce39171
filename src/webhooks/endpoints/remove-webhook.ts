import type { App } from '../../app/app.ts'
import type { WebhookId } from '../../base/ids.ts'
import { refusalsOf } from '../refusals.ts'
import { deleteWebhook } from '../store/webhooks.ts'
import type { WebhookSet } from '../webhook.ts'

/** Removes a webhook; what is still waiting for it is dropped. Refuses an unknown id. */
export async function removeWebhook(app: App, set: WebhookSet, id: WebhookId): Promise<void> {
  const removed = await app.db.run(deleteWebhook, { ...set, id })
  if (removed.length === 0) throw refusalsOf[set.family].unknown()
}

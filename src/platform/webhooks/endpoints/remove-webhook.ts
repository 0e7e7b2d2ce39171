import type { App } from '../../app/app.ts'
import type { WebhookId } from '../../base/ids.ts'
import type { Queryable, WithChange } from '../../db/db.ts'
import { refusalsOf } from '../refusals.ts'
import { deleteWebhook } from '../store/webhooks.ts'
import type { WebhookSet } from '../webhook.ts'

/** Removes a webhook; what is still waiting for it is dropped. `also`: what stands or falls with it. Refuses an unknown id. */
export async function removeWebhook(app: App, set: WebhookSet, id: WebhookId, also?: WithChange): Promise<void> {
  const remove = async (on: Queryable): Promise<void> => {
    const removed = await on.run(deleteWebhook, { ...set, id })
    if (removed.length === 0) throw refusalsOf[set.family].unknown()
  }
  // Nothing else is written with it: a connection is taken for one statement and no longer.
  if (also === undefined) return remove(app.db)
  await app.db.transaction(async (tx) => {
    await remove(tx)
    await also(tx)
  })
}

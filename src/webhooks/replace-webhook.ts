import type { App } from '../app/app.ts'
import type { WebhookId } from '../base/ids.ts'
import { getWebhook, listWebhooks } from './list-webhooks.ts'
import type { WebhookRequest } from './read-webhook.ts'
import { refusalsOf } from './refusals.ts'
import { lockSet } from './register-webhook.ts'
import { updateWebhook } from './store/webhooks.ts'
import type { Webhook, WebhookSet } from './webhook.ts'

/**
 * Replaces a webhook's address and header, and enables it again if it was disabled. A header that the request does not speak of
 * stays at a payment webhook and goes at a dispute webhook. Refuses an unknown id and another webhook's address.
 */
export async function replaceWebhook(
  app: App,
  set: WebhookSet,
  id: WebhookId,
  { address, header }: WebhookRequest,
): Promise<Webhook> {
  const refusals = refusalsOf[set.family]
  return app.db.transaction(async (tx) => {
    await lockSet(tx, set)
    const webhook = await getWebhook(app, tx, set, id)
    const others = (await listWebhooks(app, tx, set)).filter((other) => other.id !== id)
    if (others.some((other) => other.normalisedUrl === address.normalisedUrl)) throw refusals.exists()
    const kept = header === undefined && set.family === 'payment' ? webhook.header : (header ?? null)
    const sealedValue = kept && app.secrets.encrypt(kept.value, set.merchantId)
    await tx.run(updateWebhook, [
      ...([set.merchantId, id, address.url, address.normalisedUrl, kept?.title ?? null, sealedValue] as const),
    ])
    const { url, normalisedUrl } = address
    return { ...webhook, url, normalisedUrl, header: kept, failingSince: null, disabledAt: null }
  })
}

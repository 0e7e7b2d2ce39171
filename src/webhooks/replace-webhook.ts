import type { App } from '../app/app.ts'
import type { WebhookId } from '../base/ids.ts'
import { getRow, listRows } from './list-webhooks.ts'
import { openHeader, plainWebhook } from './open-webhook.ts'
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
    const row = await getRow(tx, set, id)
    const others = (await listRows(tx, set)).filter((other) => other.id !== id)
    if (others.some((other) => other.normalised_url === address.normalisedUrl)) throw refusals.exists()
    const isKept = header === undefined && set.family === 'payment'
    const kept = isKept ? openHeader(app, set.merchantId, row) : (header ?? null)
    const sealedValue = kept && app.secrets.encrypt(kept.value, set.merchantId)
    await tx.run(updateWebhook, [
      ...([set.merchantId, id, address.url, address.normalisedUrl, kept?.title ?? null, sealedValue] as const),
    ])
    const { url, normalisedUrl } = address
    return { ...plainWebhook(row), url, normalisedUrl, header: kept, failingSince: null, disabledAt: null }
  })
}

import type { App } from '../../app/app.ts'
import type { WebhookId } from '../../base/ids.ts'
import type { WithChange } from '../../db/db.ts'
import { refusalsOf } from '../refusals.ts'
import { findWebhookRow, listWebhookRows, lockWebhookSet, updateWebhook } from '../store/webhooks.ts'
import type { Webhook, WebhookSet } from '../webhook.ts'
import type { WebhookRequest } from './read-webhook.ts'
import { openHeader, plainWebhook } from './webhooks.ts'

/**
 * Replaces a webhook's address and header, and enables it. If the request has no header, a payment webhook keeps its
 * own and a dispute webhook loses it. `also`: extra writes in the same transaction. Refuses an unknown id and
 * another webhook's address.
 */
export async function replaceWebhook(
  app: App,
  set: WebhookSet,
  id: WebhookId,
  { address, header }: WebhookRequest,
  also?: WithChange,
): Promise<Webhook> {
  const refusals = refusalsOf[set.family]
  return app.db.transaction(async (tx) => {
    const [row] = await tx.run(findWebhookRow, { ...set, id })
    if (row === undefined) throw refusals.unknown()
    const own = { ...set, storeId: row.store_id }
    await tx.run(lockWebhookSet, own)
    const others = (await tx.run(listWebhookRows, own)).filter((other) => other.id !== id)
    if (others.some((other) => other.normalised_url === address.normalisedUrl)) throw refusals.exists()
    const isKept = header === undefined && set.family === 'payment'
    const kept = isKept ? openHeader(app, set.merchantId, row) : (header ?? null)
    const { merchantId } = set
    const { url, normalisedUrl } = address
    const headerValue = kept && app.secrets.encrypt(kept.value, merchantId)
    await tx.run(updateWebhook, { merchantId, id, url, normalisedUrl, headerTitle: kept?.title ?? null, headerValue })
    await also?.(tx)
    const anew = { failingSince: null, disabledAt: null, disabledReason: null }
    return { ...plainWebhook(row), url, normalisedUrl, header: kept, ...anew }
  })
}

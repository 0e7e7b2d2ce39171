import type { App } from '../../app/app.ts'
import { newOrderedId, type WebhookId } from '../../base/ids.ts'
import type { WithChange } from '../../db/db.ts'
import { refusalsOf } from '../refusals.ts'
import { insertWebhook, listWebhookRows, lockWebhookSet } from '../store/webhooks.ts'
import { maxWebhooks, type Webhook, type WebhookSet } from '../webhook.ts'
import type { WebhookRequest } from './read-webhook.ts'

/**
 * Registers a webhook: one for each address and at most four for a set, also with several calls at once. `also`:
 * extra writes in the same transaction. Refuses an address that the set has already, and a fifth webhook.
 */
export async function registerWebhook(
  app: App,
  set: WebhookSet,
  { address, header }: WebhookRequest,
  also?: WithChange<[id: WebhookId]>,
): Promise<Webhook> {
  const refusals = refusalsOf[set.family]
  const webhook: Webhook = {
    id: newOrderedId(),
    family: set.family,
    storeId: set.storeId,
    isTest: set.isTest,
    url: address.url,
    normalisedUrl: address.normalisedUrl,
    header: header ?? null,
    createdAt: app.clock.now(),
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
  }
  const headerValue = header ? app.secrets.encrypt(header.value, set.merchantId) : null
  await app.db.transaction(async (tx) => {
    await tx.run(lockWebhookSet, set)
    const others = await tx.run(listWebhookRows, set)
    if (others.some((other) => other.normalised_url === address.normalisedUrl)) throw refusals.exists()
    if (others.length >= maxWebhooks) throw refusals.tooMany()
    const { merchantId } = set
    await tx.run(insertWebhook, { ...webhook, merchantId, headerTitle: header?.title ?? null, headerValue })
    await also?.(tx, webhook.id)
  })
  return webhook
}

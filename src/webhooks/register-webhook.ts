import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import type { Tx } from '../db/db.ts'
import { listRows } from './list-webhooks.ts'
import type { WebhookRequest } from './read-webhook.ts'
import { refusalsOf } from './refusals.ts'
import { insertWebhook, lockWebhookSet } from './store/webhooks.ts'
import { mostWebhooks, type Webhook, type WebhookSet } from './webhook.ts'

/**
 * Registers a webhook, exactly once per address and four times per set however many try at the same moment. Refuses an
 * address that the set has already, and a fifth webhook.
 */
export async function registerWebhook(
  app: App,
  set: WebhookSet,
  { address, header }: WebhookRequest,
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
  }
  const sealedValue = header ? app.secrets.encrypt(header.value, set.merchantId) : null
  await app.db.transaction(async (tx) => {
    await lockSet(tx, set)
    const others = await listRows(tx, set)
    if (others.some((other) => other.normalised_url === address.normalisedUrl)) throw refusals.exists()
    if (others.length >= mostWebhooks) throw refusals.tooMany()
    await tx.run(insertWebhook, [
      ...([
        set.merchantId,
        webhook.id,
        set.family,
        set.storeId,
        set.isTest,
        webhook.url,
        webhook.normalisedUrl,
      ] as const),
      ...([header?.title ?? null, sealedValue, webhook.createdAt] as const),
    ])
  })
  return webhook
}

/** Waits until nobody else is changing the set, and keeps others out until the transaction ends. */
export async function lockSet(tx: Tx, set: WebhookSet): Promise<void> {
  await tx.run(lockWebhookSet, [`${set.merchantId} ${set.storeId} ${set.isTest} ${set.family}`])
}

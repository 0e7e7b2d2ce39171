import type { App } from '../../app/app.ts'
import type { StoreId, WebhookId } from '../../base/ids.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import { deleteModeWebhooks, insertPlainWebhooks } from '../store/webhooks.ts'

/** A payment webhook without a header. */
export interface PlainWebhook {
  readonly id: WebhookId
  readonly storeId: StoreId
  readonly url: string
  readonly normalisedUrl: string
}

/** Takes away every webhook of a merchant's mode, of both families, and registers these instead. */
export async function replaceModeWebhooks(
  app: App,
  { merchantId, isTest }: MerchantMode,
  webhooks: readonly PlainWebhook[],
): Promise<void> {
  const rows = webhooks.map(({ id, storeId, url, normalisedUrl }) => ({
    ...{ id, store_id: storeId, url, normalised_url: normalisedUrl },
  }))
  await app.db.transaction(async (tx) => {
    await tx.run(deleteModeWebhooks, { merchantId, isTest })
    await tx.run(insertPlainWebhooks, { merchantId, isTest, webhooks: rows, createdAt: app.clock.now() })
  })
}

import type { App } from '../../app/app.ts'
import type { MerchantId, WebhookId } from '../../base/ids.ts'
import { refusalsOf } from '../refusals.ts'
import { enableWebhook as enable } from '../store/webhooks.ts'

/** Enables a webhook that was disabled: it is told of what happens from now on. Refuses an unknown id. */
export async function enableWebhook(app: App, merchantId: MerchantId, id: WebhookId): Promise<void> {
  const [row] = await app.db.run(enable, { merchantId, id })
  if (row === undefined) throw refusalsOf.payment.unknown()
}

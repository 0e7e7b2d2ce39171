import type { App } from '../../app/app.ts'
import type { MerchantId, WebhookId } from '../../base/ids.ts'
import { refusalsOf } from '../refusals.ts'
import { disableWebhookByHand } from '../store/webhooks.ts'

/** Disables a webhook by hand: what waits for it is dropped. Refuses an unknown id. */
export async function disableWebhook(app: App, merchantId: MerchantId, id: WebhookId): Promise<void> {
  const [row] = await app.db.run(disableWebhookByHand, { merchantId, id, at: app.clock.now() })
  if (row === undefined) throw refusalsOf.payment.unknown()
}

import type { App } from '../../app/app.ts'
import type { MerchantId, WebhookId } from '../../base/ids.ts'
import type { WithChange } from '../../db/db.ts'
import { refusalsOf } from '../refusals.ts'
import { enableWebhook as enable } from '../store/webhooks.ts'

/** Enables a webhook that was disabled: it is told of what happens from now on. `also`: what stands or falls with it. Refuses an unknown id. */
export async function enableWebhook(app: App, merchantId: MerchantId, id: WebhookId, also?: WithChange): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.run(enable, { merchantId, id })
    if (row === undefined) throw refusalsOf.payment.unknown()
    await also?.(tx)
  })
}

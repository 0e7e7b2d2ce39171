import type { App } from '../app/app.ts'
import type { MerchantId, WebhookId } from '../base/ids.ts'
import { plainWebhook } from './open-webhook.ts'
import { refusalsOf } from './refusals.ts'
import { listMerchantWebhookRows, setWebhookDisabled } from './store/webhooks.ts'
import type { Webhook } from './webhook.ts'

/** Enables a webhook that was disabled: it is told of what happens from now on. Refuses an unknown id. */
export async function enableWebhook(app: App, merchantId: MerchantId, id: WebhookId): Promise<void> {
  const [row] = await app.db.run(setWebhookDisabled, [merchantId, id, null])
  if (row === undefined) throw refusalsOf.payment.unknown()
}

/** Disables a webhook by hand: what waits for it is dropped. Refuses an unknown id. */
export async function disableWebhook(app: App, merchantId: MerchantId, id: WebhookId): Promise<void> {
  const [row] = await app.db.run(setWebhookDisabled, [merchantId, id, app.clock.now()])
  if (row === undefined) throw refusalsOf.payment.unknown()
}

/** A webhook as it is listed to an operator, who sees no secret of a merchant. */
export type ListedWebhook = Omit<Webhook, 'header'> & { readonly headerTitle: string | null }

/** Every webhook of a merchant, of all its stores, both families and modes. */
export async function listMerchantWebhooks(app: App, merchantId: MerchantId): Promise<ListedWebhook[]> {
  const rows = await app.db.run(listMerchantWebhookRows, [merchantId])
  return rows.map((row) => ({ ...plainWebhook(row), headerTitle: row.header_title }))
}

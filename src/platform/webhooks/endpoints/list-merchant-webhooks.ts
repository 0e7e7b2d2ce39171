import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { listMerchantWebhookRows } from '../store/webhooks.ts'
import type { Webhook } from '../webhook.ts'
import { plainWebhook } from './stored-webhook.ts'

/** A webhook as it is listed to an operator, who sees no secret of a merchant. */
type ListedWebhook = Omit<Webhook, 'header'> & { readonly headerTitle: string | null }

/** Every webhook of a merchant, of all its stores, both families and modes. */
export async function listMerchantWebhooks(app: App, merchantId: MerchantId): Promise<ListedWebhook[]> {
  const rows = await app.db.run(listMerchantWebhookRows, { merchantId })
  return rows.map((row) => ({ ...plainWebhook(row), headerTitle: row.header_title }))
}

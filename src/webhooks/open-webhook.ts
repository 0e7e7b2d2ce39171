import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import type { WebhookRow } from './store/webhooks.ts'
import type { Webhook } from './webhook.ts'

/** The webhook that a row holds, its header's value decrypted. */
export function openWebhook(app: App, merchantId: MerchantId, row: WebhookRow): Webhook {
  const { header_title: title, header_value: value } = row
  return {
    id: row.id,
    family: row.family as Webhook['family'],
    storeId: row.store_id,
    isTest: row.is_test,
    url: row.url,
    normalisedUrl: row.normalised_url,
    header: title === null || value === null ? null : { title, value: app.secrets.decrypt(value, merchantId) },
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
  }
}

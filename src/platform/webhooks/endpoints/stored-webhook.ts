import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { WebhookRow } from '../store/webhooks.ts'
import type { Webhook } from '../webhook.ts'
import type { WebhookHeader } from './header.ts'

/** The webhook that a row holds, its header's value decrypted. Throws when it does not open. */
export function openWebhook(app: App, merchantId: MerchantId, row: WebhookRow): Webhook {
  return { ...plainWebhook(row), header: openHeader(app, merchantId, row) }
}

/** The registered header, its value decrypted; null when there is none. Throws when it does not open. */
export function openHeader(app: App, merchantId: MerchantId, row: WebhookRow): WebhookHeader | null {
  const { header_title: title, header_value: value } = row
  return title === null || value === null ? null : { title, value: app.secrets.decrypt(value, merchantId) }
}

/** What of a row is no secret. */
export function plainWebhook(row: WebhookRow): Omit<Webhook, 'header'> {
  return {
    id: row.id,
    family: row.family as Webhook['family'],
    storeId: row.store_id,
    isTest: row.is_test,
    url: row.url,
    normalisedUrl: row.normalised_url,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason as Webhook['disabledReason'],
  }
}

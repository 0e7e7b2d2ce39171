import { maskValue, type WebhookHeader } from '../../../platform/webhooks/endpoints/header.ts'
import { getWebhook } from '../../../platform/webhooks/endpoints/webhooks.ts'
import type { Visit } from '../page.ts'
import { type OwnWebhook, setOf } from './own-webhooks.ts'

/** A webhook's own header as pages show it: its value masked. While the secret does not open, nothing of it is shown. */
export async function readShownHeader(visit: Visit, webhook: OwnWebhook): Promise<WebhookHeader | null> {
  if (webhook.headerTitle === null) return null
  const whole = await getWebhook(visit.app, setOf(visit, webhook), webhook.id).catch(() => undefined)
  return { title: webhook.headerTitle, value: maskValue(whole?.header?.value ?? '') }
}

import { maskValue } from './endpoints/header.ts'
import type { DisputeWebhookAnswer, PaymentWebhookAnswer } from './schemas.ts'
import type { Webhook } from './webhook.ts'

/**
 * Returns a payment webhook's answer: the address as it was sent, the header in clear
 * (docs/contract/notifications.md#payment-webhooks).
 */
export function paymentWebhookWire(webhook: Webhook): PaymentWebhookAnswer {
  const { id, url, isTest, header } = webhook
  return { id, url, is_test: isTest, header: header && { title: header.title, value: header.value } }
}

/**
 * Returns a dispute webhook's answer: the normalised address, the header's value masked
 * (docs/contract/notifications.md#dispute-webhooks).
 */
export function disputeWebhookWire(webhook: Webhook): DisputeWebhookAnswer {
  const { id, normalisedUrl, header } = webhook
  return { id, url: normalisedUrl, header: header && { title: header.title, value: maskValue(header.value) } }
}

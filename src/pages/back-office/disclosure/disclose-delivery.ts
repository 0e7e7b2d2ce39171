import type { WebhookDelivery } from '../../../platform/webhooks/notifications/list-webhook-deliveries.ts'
import type { Delivery, Notification } from '../../../platform/webhooks/notifications/notification.ts'
import { type Disclosed, disclose, type PersonalReader } from './reader.ts'

/** One event and its delivery to one webhook. */
interface SentEvent {
  readonly notification: Notification
  readonly delivery: Delivery
}

export type DisclosedEvent = Disclosed<SentEvent>

/**
 * Returns an event as the visit may see it. A hidden event has a body with the status alone, and no answers of the
 * shop.
 */
export function discloseEvent(reader: PersonalReader, event: SentEvent): DisclosedEvent {
  return disclose(reader, event, ({ notification, delivery }) => ({
    notification: { ...notification, body: { status: statusIn(notification.body) } },
    delivery: {
      ...delivery,
      attempts: delivery.attempts.map((one) => (one.status === null ? one : { ...one, answer: '' })),
    },
  }))
}

/** A listed delivery with the number of its order; empty without one. */
export type OrderDelivery = WebhookDelivery & { readonly orderReference: string }

/** Returns listed deliveries as the visit may see them: hidden ones have no order number, and no answers of the shop. */
export function discloseDeliveries(
  reader: PersonalReader,
  deliveries: readonly OrderDelivery[],
): readonly Disclosed<OrderDelivery>[] {
  return deliveries.map((delivery) => disclose(reader, delivery, (one) => ({ ...one, orderReference: '' })))
}

/** Returns the status in the body of an event; empty without one. */
export function statusIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : ''
}

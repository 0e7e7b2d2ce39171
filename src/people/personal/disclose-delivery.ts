import type { Delivery, Notification } from '../../webhooks/notifications/sent-notification.ts'
import { type Disclosed, disclose, type PersonalReader } from './reader.ts'

/** One event and its delivery to one webhook. */
export interface SentEvent {
  readonly notification: Notification
  readonly delivery: Delivery
}

export type DisclosedEvent = Disclosed<SentEvent>

/** An event as the visit may see it: hidden, its body says the status alone, and the answers of the shop say nothing. */
export function discloseEvent(reader: PersonalReader, event: SentEvent): DisclosedEvent {
  return disclose(reader, event, ({ notification, delivery }) => ({
    notification: { ...notification, body: { status: statusIn(notification.body) } },
    delivery: {
      ...delivery,
      attempts: delivery.attempts.map((one) => (one.status === null ? one : { ...one, answer: '' })),
    },
  }))
}

/** The status that an event tells; empty where it tells none. */
export function statusIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : ''
}

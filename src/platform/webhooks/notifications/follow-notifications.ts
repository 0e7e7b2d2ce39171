import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import type { CompleteNotification, Delivery, DeliveryAttempt, Notification } from './notification.ts'
import { listNotifications } from './notifications.ts'

/** A new notification, or a new attempt to deliver one. */
export type NotificationEvent =
  | { readonly kind: 'announced'; readonly notification: Notification }
  | {
      readonly kind: 'attempted'
      readonly notification: Notification
      readonly delivery: Delivery
      readonly attempt: DeliveryAttempt
    }

const pollMs = 400

/** Yields the merchant's notifications and every attempt to deliver them, from now on until the signal. */
export async function followNotifications(
  app: App,
  complete: CompleteNotification,
  whose: MerchantMode,
  signal: AbortSignal,
  report: (happening: NotificationEvent) => Promise<void>,
): Promise<void> {
  const reportedCounts = new Map<string, number>()
  const isNew = (key: string, count: number): boolean => {
    const before = reportedCounts.get(key) ?? 0
    reportedCounts.set(key, Math.max(before, count))
    return count > before
  }
  let isFirst = true
  while (!signal.aborted) {
    for (const notification of await listNotifications(app, complete, whose, undefined)) {
      if (isNew(notification.id, 1) && !isFirst) await report({ kind: 'announced', notification })
      for (const delivery of notification.deliveries) {
        for (const [index, attempt] of delivery.attempts.entries()) {
          if (isNew(delivery.id, index + 1) && !isFirst)
            await report({ kind: 'attempted', notification, delivery, attempt })
        }
      }
    }
    isFirst = false
    await pause(pollMs, undefined, { signal }).catch(() => {})
  }
}

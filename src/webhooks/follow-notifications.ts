import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { type Delivery, type DeliveryAttempt, listNotifications, type Notification } from './list-notifications.ts'
import type { CompleteNotification } from './notification.ts'

/** What happens with notifications, as it happens. */
export type Happening =
  | { readonly kind: 'announced'; readonly notification: Notification }
  | {
      readonly kind: 'attempted'
      readonly notification: Notification
      readonly delivery: Delivery
      readonly attempt: DeliveryAttempt
    }

const lookEveryMs = 400

/** Tells of the merchant's notifications and of every attempt to deliver them, from now on until the signal. */
export async function followNotifications(
  app: App,
  complete: CompleteNotification,
  whose: { readonly merchantId: MerchantId; readonly isTest: boolean },
  signal: AbortSignal,
  tell: (happening: Happening) => Promise<void>,
): Promise<void> {
  const told = new Map<string, number>()
  const isNew = (key: string, count: number): boolean => {
    const before = told.get(key) ?? 0
    told.set(key, Math.max(before, count))
    return count > before
  }
  let isFirst = true
  while (!signal.aborted) {
    for (const notification of await listNotifications(app, complete, whose, undefined)) {
      if (isNew(notification.id, 1) && !isFirst) await tell({ kind: 'announced', notification })
      for (const delivery of notification.deliveries) {
        for (const [index, attempt] of delivery.attempts.entries()) {
          if (isNew(delivery.id, index + 1) && !isFirst)
            await tell({ kind: 'attempted', notification, delivery, attempt })
        }
      }
    }
    isFirst = false
    await pause(lookEveryMs, undefined, { signal }).catch(() => {})
  }
}

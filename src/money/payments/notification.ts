import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { LargeNotification } from '../../platform/webhooks/notifications/notification.ts'
import type { Payment } from './payment.ts'
import { findNotificationParts } from './timeline/store.ts'
import { captureNotice, notificationWire, refundNotice } from './wire.ts'

/** A larger body is stored without the members that the payment's rows contain. */
const maxWhole = { movements: 16, characters: 4_096 } as const

/**
 * Returns the body of a notification as it is stored. A large body leaves out captures, refunds and meta.
 * `completeNotification` adds them at sending, so that the stored size does not grow with the square of the movements.
 */
export function notificationBody(payment: Payment): { readonly body: string; readonly is_whole: boolean } {
  if (payment.captures.length + payment.refunds.length <= maxWhole.movements) {
    const body = JSON.stringify(notificationWire(payment))
    if (body.length <= maxWhole.characters) return { body, is_whole: true }
  }
  const short = notificationWire({ ...payment, captures: [], refunds: [] })
  return { body: JSON.stringify({ ...short, captures: null, refunds: null, meta: null }), is_whole: false }
}

/** Returns the whole body of a large notification, with the captures and refunds up to its version. */
export async function completeNotification(app: App, notification: LargeNotification): Promise<string> {
  const { merchantId, paymentId, paymentVersion: version, body } = notification
  const [parts] = await app.db.run(findNotificationParts, { merchantId, paymentId, version })
  if (parts === undefined) throw new Error(`the payment ${paymentId} of a notification is not there`)
  const short = JSON.parse(body) as { currency: Currency }
  const movements = (parts.movements ?? []).map((part) => ({
    isCapture: part.kind === 'capture',
    id: part.id,
    referenceId: part.reference_id,
    amountMinor: BigInt(part.amount_minor),
    createdAt: part.created_ms,
    body: { reason: part.reason ?? '' },
  }))
  const captures = movements.filter((one) => one.isCapture).map((one) => captureNotice(short, one))
  const refunds = movements.filter((one) => !one.isCapture).map((one) => refundNotice(short, one))
  return JSON.stringify({ ...short, captures, refunds, meta: parts.meta })
}

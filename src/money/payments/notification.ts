import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { LargeNotification } from '../../platform/webhooks/notifications/notification.ts'
import type { Payment } from './payment.ts'
import { findNotificationParts } from './timeline/store.ts'
import { captureNotice, notificationWire, refundNotice } from './wire.ts'

/** A body of more captures and refunds, or of more characters, is stored without what the payment's rows hold already. */
const maxWhole = { movements: 16, characters: 4_096 } as const

/**
 * The body of a notification of the payment as it is stored. A large one leaves out captures, refunds and meta, which
 * `completeNotification` puts in when it is sent: what is stored grows with what happens, and not with its square.
 */
export function notificationBody(payment: Payment): { readonly body: string; readonly is_whole: boolean } {
  if (payment.captures.length + payment.refunds.length <= maxWhole.movements) {
    const body = JSON.stringify(notificationWire(payment))
    if (body.length <= maxWhole.characters) return { body, is_whole: true }
  }
  const short = notificationWire({ ...payment, captures: [], refunds: [] })
  return { body: JSON.stringify({ ...short, captures: null, refunds: null, meta: null }), is_whole: false }
}

/** The whole body of a large notification: with every capture and refund up to the version that it tells of, and no later one. */
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

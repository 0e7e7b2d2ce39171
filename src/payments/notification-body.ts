import type { App } from '../app/app.ts'
import type { Currency } from '../base/money.ts'
import type { LargeNotification } from '../webhooks/notification.ts'
import type { Payment } from './payment.ts'
import { findNotificationParts } from './store/notification-parts.ts'
import { captureNotice, notificationWire, refundNotice } from './wire.ts'

/** A body of more captures and refunds, or of more characters, is stored without what the payment's rows hold already. */
const mostWhole = { movements: 16, characters: 4_096 } as const

/**
 * The body of a notification of the payment as it is stored. A large one leaves out captures, refunds and meta, which
 * `completeNotification` puts in when it is sent: what is stored grows with what happens, and not with its square.
 */
export function notificationBody(payment: Payment): { readonly body: string; readonly is_whole: boolean } {
  if (payment.captures.length + payment.refunds.length <= mostWhole.movements) {
    const body = JSON.stringify(notificationWire(payment))
    if (body.length <= mostWhole.characters) return { body, is_whole: true }
  }
  const short = notificationWire({ ...payment, captures: [], refunds: [] })
  return { body: JSON.stringify({ ...short, captures: null, refunds: null, meta: null }), is_whole: false }
}

/** The whole body of a large notification: with every capture and refund up to the version that it tells of, and no later one. */
export async function completeNotification(app: App, notification: LargeNotification): Promise<string> {
  const { merchantId, paymentId, paymentVersion, body } = notification
  const [parts] = await app.db.run(findNotificationParts, [merchantId, paymentId, paymentVersion])
  if (parts === undefined) throw new Error(`the payment ${paymentId} of a notification is not there`)
  const short = JSON.parse(body) as { currency: Currency }
  const moved = (parts.moved ?? []).map((part) => ({
    isCapture: part.move === 'capture',
    id: part.id,
    referenceId: part.reference_id,
    amountMinor: BigInt(part.amount_minor),
    createdAt: part.created_ms,
    body: { reason: part.reason ?? '' },
  }))
  const captures = moved.filter((one) => one.isCapture).map((one) => captureNotice(short, one))
  const refunds = moved.filter((one) => !one.isCapture).map((one) => refundNotice(short, one))
  return JSON.stringify({ ...short, captures, refunds, meta: parts.meta })
}

import type { App } from '../../../platform/app/app.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { LargeNotification } from '../../../platform/webhooks/notifications/notification.ts'
import { captureNotice, refundNotice } from '../wire.ts'
import { findNotificationParts } from './store.ts'

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

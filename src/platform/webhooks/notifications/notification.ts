import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'

/** A payment notification whose stored body leaves out what the payment's own rows hold. */
export interface LargeNotification {
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  /** The payment's version that it tells of. */
  readonly paymentVersion: number
  /** As it is stored: JSON. */
  readonly body: string
}

/** Puts in what was left out, always the same: given by the room above that knows payments. */
export type CompleteNotification = (app: App, notification: LargeNotification) => Promise<string>

interface StoredBody {
  readonly merchant_id: string
  readonly payment_id: string
  readonly payment_version: number | null
  readonly body: string
}

/** The body as it is sent, on every attempt the same. */
export async function wholeBody(app: App, complete: CompleteNotification, stored: StoredBody): Promise<string> {
  const { merchant_id: merchantId, payment_id: paymentId, payment_version: paymentVersion, body } = stored
  return paymentVersion === null ? body : complete(app, { merchantId, paymentId, paymentVersion, body })
}

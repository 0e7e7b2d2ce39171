import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'

/** A payment notification whose stored body leaves out parts that the payment's rows have. */
export interface LargeNotification {
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  /** The payment's version of the body. */
  readonly paymentVersion: number
  /** JSON, as stored. */
  readonly body: string
}

/** Returns the complete body, the same on every call. The payments room provides it. */
export type CompleteNotification = (app: App, notification: LargeNotification) => Promise<string>

interface StoredBody {
  readonly merchant_id: string
  readonly payment_id: string
  readonly payment_version: number | null
  readonly body: string
}

/** Returns the body as it is sent, the same on every attempt. */
export async function wholeBody(app: App, complete: CompleteNotification, stored: StoredBody): Promise<string> {
  const { merchant_id: merchantId, payment_id: paymentId, payment_version: paymentVersion, body } = stored
  return paymentVersion === null ? body : complete(app, { merchantId, paymentId, paymentVersion, body })
}

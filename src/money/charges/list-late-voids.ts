import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import { day, type Instant } from '../../platform/base/times.ts'
import { listLateVoids as list } from './store/voids.ts'

/** A charge that was to be voided more than a day ago, and is not. */
export interface LateVoid {
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly chargeId: string
  readonly paymentId: PaymentId
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  /** When the charge arrived, too late, by the merchant's clock. */
  readonly since: Instant
}

/** Returns such charges of all merchants, oldest first. */
export async function listLateVoids(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<readonly LateVoid[]> {
  const rows = await app.db.run(list, { ...page, before: app.clock.now() - day })
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    chargeId: row.id,
    paymentId: row.payment_id,
    isTest: row.is_test,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    since: row.since,
  }))
}

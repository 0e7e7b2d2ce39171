import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import { listReferredPayments as list } from './store/referrals.ts'

/** A payment that waits for support's decision. Times by its merchant's clock. */
export interface ReferredPayment {
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly id: PaymentId
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly createdAt: Instant
  readonly referredUntil: Instant
}

/** Lists the referred payments of all merchants, oldest first. */
export async function listReferredPayments(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<ReferredPayment[]> {
  const rows = await app.db.run(list, page)
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    id: row.id,
    isTest: row.is_test,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    createdAt: row.created_at,
    referredUntil: row.referred_until,
  }))
}

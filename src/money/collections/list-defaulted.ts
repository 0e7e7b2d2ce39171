import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import { listDefaultedPlans } from './store/collections.ts'

/** A defaulted plan with an owed amount: a person decides. */
export interface DefaultedPlan {
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly paymentId: PaymentId
  readonly isTest: boolean
  readonly currency: Currency
  readonly owedMinor: bigint
  /** By the merchant's clock. */
  readonly at: Instant
}

/** Lists the defaulted plans of all merchants, oldest first. */
export async function listDefaulted(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<DefaultedPlan[]> {
  return (await app.db.run(listDefaultedPlans, page)).map((row) => ({
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    paymentId: row.id,
    isTest: row.is_test,
    currency: row.currency as Currency,
    owedMinor: row.owed_minor,
    at: row.defaulted_at,
  }))
}

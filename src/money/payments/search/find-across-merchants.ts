import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { ListedAs } from '../payment.ts'
import { listPaymentsByTerm } from '../store/support.ts'
import { phoneTermOf, referenceTermOf } from './search-terms.ts'

/** A payment of any merchant, as support finds it. */
export interface SupportPayment {
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly id: PaymentId
  readonly isTest: boolean
  readonly orderReference: string
  readonly listedAs: ListedAs
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly createdAt: Instant
  readonly clockOffsetMs: number
}

/** A whole order reference (case and spaces do not matter), or a phone in E.164. */
type SupportSearch =
  | { readonly reference: string }
  | { readonly phone: string; readonly listedAs?: ListedAs; readonly isTest?: boolean }

/** Returns the newest matching payments of all merchants, in both modes or one, at most `limit`. */
export async function findAcrossMerchants(app: App, search: SupportSearch, limit: number): Promise<SupportPayment[]> {
  const term = 'phone' in search ? phoneTermOf(search.phone) : referenceTermOf(search.reference)
  const { listedAs = null, isTest = null } = 'phone' in search ? search : {}
  return (await app.db.run(listPaymentsByTerm, { term, listedAs, isTest, limit })).map((row) => ({
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    id: row.id,
    isTest: row.is_test,
    orderReference: row.order_reference,
    listedAs: row.listed_as as ListedAs,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    createdAt: row.created_at,
    clockOffsetMs: Number(row.clock_offset_ms),
  }))
}

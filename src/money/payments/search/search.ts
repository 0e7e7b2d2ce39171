import type { PaymentId, StoreId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { ListedAs } from '../payment.ts'
import type { PaymentStatus } from '../states.ts'
import type { Guess } from './search-terms.ts'

/** A filter as parameters of the statements. Bounds are inclusive; null: no bound. */
export interface Search {
  /** The merchant and mode. */
  readonly who: MerchantMode
  /** The merchant's stores, the default one first. */
  readonly stores: readonly Store[]
  /** Empty if the filter names an unknown store: then nothing matches. */
  readonly kinds: readonly ListedAs[]
  readonly createdFrom: Instant
  readonly createdTo: Instant
  readonly storeId: StoreId | null
  /** The currency whose time zone the filter's dates have. */
  readonly currency: Currency
  /** In thousandths of a currency unit. */
  readonly amountFrom: bigint | null
  readonly amountTo: bigint | null
  /** The meanings of the typed text; undefined without a text. */
  readonly guess: Guess | undefined
  /** Whether search terms are incomplete: for a while after an update from an earlier version. */
  readonly isPartial: boolean
}

/** Returns the limits that are compared with the payments themselves. */
export function limitsOf({ kinds, storeId, createdFrom, createdTo, amountFrom, amountTo }: Search) {
  return { kinds, storeId, createdFrom, createdTo, amountFrom, amountTo }
}

/** A payment in a list of search results. Amounts in minor units of its currency. */
export interface FoundPayment {
  readonly id: PaymentId
  readonly orderReference: string
  readonly createdAt: Instant
  readonly status: PaymentStatus
  /** The kind: for a CLOSED payment, whether it was captured, refunded or cancelled. */
  readonly listedAs: ListedAs
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly storeId: StoreId
  readonly merchantCode: string
  readonly storeName: string
  /** As the shop sent them; empty if it did not. */
  readonly buyerName: string
  readonly buyerEmail: string
  readonly buyerPhone: string
  /** Whether an open dispute blocks refunds. */
  readonly isDisputed: boolean
}

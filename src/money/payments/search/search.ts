import type { PaymentId, StoreId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { ListedAs } from '../payment.ts'
import type { PaymentStatus } from '../states.ts'
import type { Guess } from './search-terms.ts'

/** A filter as the statements take it. Bounds are inclusive; null stands for none. */
export interface Search {
  /** Whose payments are looked at. */
  readonly who: MerchantMode
  /** Of the merchant, the default store first. */
  readonly stores: readonly Store[]
  /** Empty where the filter names a store that the merchant does not have: nothing is found then. */
  readonly kinds: readonly ListedAs[]
  readonly createdFrom: Instant
  readonly createdTo: Instant
  readonly storeId: StoreId | null
  /** Whose days the filter's dates are. */
  readonly currency: Currency
  /** In thousandths of a currency unit. */
  readonly amountFrom: bigint | null
  readonly amountTo: bigint | null
  /** What is looked for; undefined: nothing in particular. */
  readonly guess: Guess | undefined
  /** After an update from an earlier version, for a while: what was typed, and amounts, are not looked up among all payments yet. */
  readonly isPartial: boolean
}

/** What of the search the payments themselves are held against. */
export function limitsOf({ kinds, storeId, createdFrom, createdTo, amountFrom, amountTo }: Search) {
  return { kinds, storeId, createdFrom, createdTo, amountFrom, amountTo }
}

/** What a list shows of a payment. Amounts in minor units of its currency. */
export interface FoundPayment {
  readonly id: PaymentId
  readonly orderReference: string
  readonly createdAt: Instant
  readonly status: PaymentStatus
  /** What became of it: of a closed one, whether it was captured, refunded or cancelled. */
  readonly listedAs: ListedAs
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly storeId: StoreId
  readonly merchantCode: string
  readonly storeName: string
  /** As the shop sent them, empty where it did not. */
  readonly buyerName: string
  readonly buyerEmail: string
  readonly buyerPhone: string
  /** Whether a dispute is open that holds back refunds. */
  readonly isDisputed: boolean
}

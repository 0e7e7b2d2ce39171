import type { App } from '../../../platform/app/app.ts'
import type { PaymentId, StoreId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { ListedAs } from '../payment.ts'
import type { PaymentStatus } from '../states.ts'
import type { EntrySource, WalkRange } from './entry-source.ts'
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
  /** The only subset whose payments match; undefined: all payments. */
  readonly subset: PaymentSubset | undefined
  /** The meanings of the typed text; undefined without a text. */
  readonly guess: Guess | undefined
  /** Whether search terms are incomplete: for a while after an update from an earlier version. */
  readonly isPartial: boolean
}

/** Returns the limits that are compared with the payments themselves. */
export function limitsOf({ kinds, storeId, createdFrom, createdTo, amountFrom, amountTo }: Search) {
  return { kinds, storeId, createdFrom, createdTo, amountFrom, amountTo }
}

/** A search as parameters of a count, without its text. */
export type LimitedSearch = MerchantMode & ReturnType<typeof limitsOf>

/** The meanings of a typed text as parameters: ranges of terms, and the id of a payment that matches without any. */
export interface TypedTerms {
  readonly firsts: readonly string[]
  readonly behinds: readonly string[]
  readonly exactId: PaymentId | null
}

/** A count that stops at a limit. */
export interface SubsetCount {
  /** The number of payments that were compared: at most the limit. */
  readonly compared: number
  /** Those of them that are in the subset and match the search. */
  readonly matching: number
}

/**
 * A subset of a merchant's payments that has an index of its own. The room that knows the subset provides it: the overdue
 * payments are those of `collections`.
 */
export interface PaymentSubset {
  /** Returns the subset's payments as candidates; undefined if a walk along all payments is as fast. */
  openSource(app: App, search: Search, range: WalkRange): Promise<EntrySource | undefined>
  /** Counts the subset's payments that match the search, apart from its text. Compares at most `limit` of the subset. */
  count(app: App, search: LimitedSearch, limit: number): Promise<SubsetCount>
  /** Counts those of the payments with the terms of the text that are in the subset and match the search. */
  countTyped(app: App, search: LimitedSearch & TypedTerms): Promise<SubsetCount>
  /** Returns those of the payments that are in the subset. */
  pick(app: App, who: MerchantMode, ids: readonly PaymentId[]): Promise<readonly PaymentId[]>
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

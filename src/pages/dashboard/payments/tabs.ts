import { overdueSubset } from '../../../money/collections/overdue-subset.ts'
import { countFoundWithin, type FoundTotal } from '../../../money/payments/search/count-found-within.ts'
import { ownSubsets } from '../../../money/payments/search/own-subsets.ts'
import { type PaymentFilter, subsetWords } from '../../../money/payments/search/payment-filter.ts'
import type { Search } from '../../../money/payments/search/search.ts'
import { type PaymentSubsets, searchWithStatus } from '../../../money/payments/search/searches.ts'
import type { App } from '../../../platform/app/app.ts'

/** The subsets of the list of payments. */
export const paymentSubsets: PaymentSubsets = { ...ownSubsets, overdue: overdueSubset }

/** The words of the status filter that have a tab. Undefined: all payments. */
export const tabWords = [undefined, 'authorized', ...subsetWords] as const
export type TabWord = (typeof tabWords)[number]

/** A tab counts up to this number. */
export const mostInTab = 1_000

export interface TabCount {
  readonly word: TabWord
  /** Undefined if counting takes too long. */
  readonly total: FoundTotal | undefined
}

/** Returns the tab of a filter. Undefined if its status has no tab. */
export function tabOf({ status }: Pick<PaymentFilter, 'status'>): { readonly word: TabWord } | undefined {
  const known = status === 'new' ? 'authorized' : status
  const found = tabWords.find((word) => word === known)
  return found === known ? { word: found } : undefined
}

/** Counts the payments of each tab with the other limits of the filter. `chosen`: the total of the filter itself. */
export function countTabs(
  app: App,
  search: Search,
  filter: PaymentFilter,
  chosen: Promise<FoundTotal | undefined>,
): Promise<TabCount[]> {
  const current = tabOf(filter)
  return Promise.all(
    tabWords.map(async (word) => {
      const isChosen = current !== undefined && current.word === word
      const total = isChosen
        ? await chosen
        : await countFoundWithin(app, searchWithStatus(search, filter, word, paymentSubsets), mostInTab)
      return { word, total }
    }),
  )
}

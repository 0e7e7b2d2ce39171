import type { App } from '../../../platform/app/app.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { firstInstant, lastInstant } from '../../../platform/base/times.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { daysLater, localDateOf, startOf } from '../../plans/local-time.ts'
import { countedRange, type Days } from '../counted-list/counted-range.ts'
import { countByKind } from '../counted-list/store.ts'
import { boundsOf, termsOfSearch } from './entry-sources.ts'
import { everyKind } from './payment-filter.ts'
import { limitsOf, type Search } from './search.ts'
import { countFound, countInStore, countTerms, findOtherReferences } from './store/counts.ts'

/** Limits of the work for a quick count. */
export interface CountLimits {
  /** The maximal number of payments to compare. */
  readonly maxLookedAt: number
  /** The maximal number of terms to count if the terms alone decide. */
  readonly maxPassed: number
}

export const usualCountLimits: CountLimits = { maxLookedAt: 10_000, maxPassed: 500_000 }

/**
 * Returns the exact number of payments that match the search, if it can be counted quickly, as nearly always. Undefined
 * if a text or a range of amounts would need very many comparisons.
 */
export async function countFoundQuickly(
  app: App,
  search: Search,
  limits: CountLimits = usualCountLimits,
): Promise<number | undefined> {
  const searchTerms = termsOfSearch(search)
  if (searchTerms === undefined) return addUpCounts(app, search)
  const { ranges, id: exactId } = searchTerms
  const terms = { ...search.who, ...boundsOf(ranges) }
  // Each payment has one term of each kind, so that one range counts a payment once.
  const isAlone = ranges.length === 1 && exactId === null && hasNoOtherLimit(search)
  const few = await countUpTo(app, terms, limits.maxLookedAt)
  if (few !== undefined) {
    if (isAlone) return few
    const [found] = await app.db.run(countFound, { ...terms, exactId, ...limitsOf(search) })
    return Number(found?.total ?? 0)
  }
  if (search.guess !== undefined) {
    // If all references begin with the text, the text limits nothing.
    const [all] = await app.db.run(findOtherReferences, terms)
    if (!all?.has_others) return countFoundQuickly(app, { ...search, guess: undefined }, limits)
  }
  return isAlone ? countUpTo(app, terms, limits.maxPassed) : undefined
}

type Terms = MerchantMode & ReturnType<typeof boundsOf>

/** Returns the number of terms; undefined if it reaches the limit. */
async function countUpTo(app: App, terms: Terms, limit: number): Promise<number | undefined> {
  const [row] = await app.db.run(countTerms, { ...terms, limit: BigInt(limit) })
  const count = Number(row?.count ?? 0)
  return count < limit ? count : undefined
}

function hasNoOtherLimit({ kinds, storeId, createdFrom, createdTo, amountFrom, amountTo, guess }: Search): boolean {
  const hasOneLimit = guess === undefined || (amountFrom === null && amountTo === null)
  return (
    hasOneLimit &&
    storeId === null &&
    kinds.length === everyKind.length &&
    createdFrom <= firstInstant &&
    createdTo >= lastInstant
  )
}

async function addUpCounts(
  app: App,
  { who, kinds, storeId, currency, createdFrom, createdTo }: Search,
): Promise<number> {
  if (storeId === null) {
    const range = countedRange(createdFrom, createdTo)
    const [row] = await app.db.run(countByKind, { ...who, kinds, ...range })
    return Number(row?.total ?? 0)
  }
  const range = countedRange(createdFrom, createdTo, storeDays(currency))
  const [row] = await app.db.run(countInStore, { ...who, storeId, kinds, ...range })
  return Number(row?.total ?? 0)
}

// A store's counts have its own days.
function storeDays(currency: Currency): Days {
  return {
    startOf: (at) => startOf(localDateOf(at, currency), currency),
    nextStartOf: (at) => startOf(daysLater(localDateOf(at, currency), 1), currency),
  }
}

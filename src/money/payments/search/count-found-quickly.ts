import type { App } from '../../../platform/app/app.ts'
import { firstInstant, lastInstant } from '../../../platform/base/times.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { timeZones } from '../../plans/local-time.ts'
import { countedRange } from '../counted-list/counted-range.ts'
import { countByKind } from '../counted-list/store.ts'
import { boundsOf, termsOfSearch } from './entry-sources.ts'
import { everyKind } from './payment-filter.ts'
import { limitsOf, type Search } from './search.ts'
import { countFound, countInStore, countTerms, findOtherReferences } from './store/counts.ts'

/** What is done within a moment. */
export interface CountLimits {
  /** So many payments are looked at. */
  readonly maxLookedAt: number
  /** So many terms are passed where nothing else of their payments matters. */
  readonly maxPassed: number
}

export const usualCountLimits: CountLimits = { maxLookedAt: 10_000, maxPassed: 500_000 }

/**
 * The exact number of payments that the search means, where it can be told within a moment, as nearly always;
 * undefined where something was typed or amounts are limited, and very many payments had to be looked at.
 */
export async function countFoundQuickly(
  app: App,
  search: Search,
  limits: CountLimits = usualCountLimits,
): Promise<number | undefined> {
  const wanted = termsOfSearch(search)
  if (wanted === undefined) return addUpCounts(app, search)
  const { ranges, id: wantedId } = wanted
  const terms = { ...search.who, ...boundsOf(ranges) }
  // A payment has one term of each kind.
  const isAlone = ranges.length === 1 && wantedId === null && hasNoOtherLimit(search)
  const few = await countUpTo(app, terms, limits.maxLookedAt)
  if (few !== undefined) {
    if (isAlone) return few
    const [found] = await app.db.run(countFound, { ...terms, wantedId, ...limitsOf(search) })
    return Number(found?.total ?? 0)
  }
  if (search.guess !== undefined) {
    // All orders may begin alike: then it is as if nothing had been typed.
    const [all] = await app.db.run(findOtherReferences, terms)
    if (!all?.has_others) return countFoundQuickly(app, { ...search, guess: undefined }, limits)
  }
  return isAlone ? countUpTo(app, terms, limits.maxPassed) : undefined
}

type Terms = MerchantMode & ReturnType<typeof boundsOf>

/** How many terms there are, where they are fewer than the limit. */
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
  const range = countedRange(createdFrom, createdTo, timeZones[currency].aheadMs)
  const [row] = await app.db.run(countInStore, { ...who, storeId, kinds, ...range })
  return Number(row?.total ?? 0)
}

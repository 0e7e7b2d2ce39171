import type { App } from '../../../platform/app/app.ts'
import { firstInstant, lastInstant } from '../../../platform/base/times.ts'
import { countFoundQuickly } from './count-found-quickly.ts'
import { boundsOf, type SearchTerms, typedTerms } from './entry-sources.ts'
import type { PaymentSubset } from './search.ts'
import { limitsOf, type Search } from './search.ts'
import { countTerms, findOtherReferences } from './store/counts.ts'

/** A number of payments. `isExact`: false if there are more. */
export interface FoundTotal {
  readonly count: number
  readonly isExact: boolean
}

/** The most payments of a subset that are counted. */
export const mostCounted = 10_000
/** The most terms of a text whose payments are looked up for a count. */
const mostTyped = 2_000

/**
 * Returns the number of payments that match the search, by a limited amount of work. Counts at most `limit` payments
 * of a subset. Undefined if that does not suffice to know a number.
 */
export async function countFoundWithin(app: App, search: Search, limit = mostCounted): Promise<FoundTotal | undefined> {
  const { subset } = search
  if (subset === undefined) {
    const count = await countFoundQuickly(app, search)
    return count === undefined ? undefined : { count, isExact: true }
  }
  if (search.kinds.length === 0) return { count: 0, isExact: true }
  const typed = typedTerms(search)
  return typed === undefined ? countInSubset(app, search, subset, limit) : countTyped(app, search, subset, typed, limit)
}

async function countInSubset(app: App, search: Search, subset: PaymentSubset, limit: number): Promise<FoundTotal> {
  const most = isLimited(search) ? mostCounted : limit
  const { compared, matching } = await subset.count(app, { ...search.who, ...limitsOf(search) }, most + 1)
  return { count: Math.min(matching, limit), isExact: compared <= most && matching <= limit }
}

// Without a limit all payments match, so that no more than the wanted number are compared.
function isLimited({ storeId, amountFrom, amountTo, createdFrom, createdTo }: Search): boolean {
  const hasDays = createdFrom > firstInstant || createdTo < lastInstant
  return hasDays || storeId !== null || amountFrom !== null || amountTo !== null
}

/** Undefined if very many payments have the terms. A text that limits nothing is left out. */
async function countTyped(
  app: App,
  search: Search,
  subset: PaymentSubset,
  { ranges, id }: SearchTerms,
  limit: number,
): Promise<FoundTotal | undefined> {
  const terms = { ...search.who, ...boundsOf(ranges) }
  const [row] = await app.db.run(countTerms, { ...terms, limit: BigInt(mostTyped + 1) })
  if (Number(row?.count ?? 0) > mostTyped) {
    const [all] = await app.db.run(findOtherReferences, terms)
    return all?.has_others ? undefined : countInSubset(app, { ...search, guess: undefined }, subset, limit)
  }
  const { matching } = await subset.countTyped(app, { ...terms, ...limitsOf(search), exactId: id })
  return { count: Math.min(matching, limit), isExact: matching <= limit }
}

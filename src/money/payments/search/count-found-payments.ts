import type { App } from '../../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../../platform/base/bulkhead.ts'
import type { Db } from '../../../platform/db/db.ts'
import { countFoundQuickly, usualCountLimits } from './count-found-quickly.ts'
import { boundsOf, termsOfSearch } from './entry-sources.ts'
import { limitsOf, type Search } from './search.ts'
import { countAllFound } from './store/counts.ts'

/**
 * Returns the exact number of payments that match the search. Takes seconds among millions if `countFoundQuickly` has
 * no answer. Refuses with 429 if too many counts of the merchant wait.
 */
export async function countFoundPayments(app: App, search: Search, limits = usualCountLimits): Promise<number> {
  const soon = await countFoundQuickly(app, search, limits)
  if (soon !== undefined) return soon
  // A range of amounts that nearly all payments have is compared in the payments themselves.
  const typed = search.guess === undefined ? [] : termsOfSearch(search)?.ranges
  const terms = { ...boundsOf(typed ?? []), exactId: search.guess?.id ?? null }
  const counted = { ...search.who, ...terms, ...limitsOf(search) }
  const [all] = await bulkheadOf(app.db).run(search.who.merchantId, () => app.db.run(countAllFound, counted))
  return Number(all?.total ?? 0)
}

// One count at a time for each merchant in a process, so that repeated counts do not slow others.
const bulkheads = new WeakMap<Db, Bulkhead>()

function bulkheadOf(db: Db): Bulkhead {
  const bulkhead = bulkheads.get(db) ?? newBulkhead({ maxInFlight: 1, maxQueued: 20 })
  bulkheads.set(db, bulkhead)
  return bulkhead
}

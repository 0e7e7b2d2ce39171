import type { App } from '../../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../../platform/base/bulkhead.ts'
import type { Db } from '../../../platform/db/db.ts'
import { countFoundQuickly, usualCountLimits } from './count-found-quickly.ts'
import { boundsOf, termsOfSearch } from './entry-sources.ts'
import { limitsOf, type Search } from './search.ts'
import { countAllFound } from './store/counts.ts'

/**
 * The exact number of payments that the search means. Where `countFoundQuickly` tells none, it takes seconds among
 * millions. Refuses with 429 when too many of the merchant's wait already.
 */
export async function countFoundPayments(app: App, search: Search, limits = usualCountLimits): Promise<number> {
  const soon = await countFoundQuickly(app, search, limits)
  if (soon !== undefined) return soon
  // Amounts of nearly all are read in the payments themselves.
  const typed = search.guess === undefined ? [] : termsOfSearch(search)?.ranges
  const wanted = { ...boundsOf(typed ?? []), wantedId: search.guess?.id ?? null }
  const counted = { ...search.who, ...wanted, ...limitsOf(search) }
  const [all] = await bulkheadOf(app.db).run(search.who.merchantId, () => app.db.run(countAllFound, counted))
  return Number(all?.total ?? 0)
}

// One at a time for a merchant in a process: whoever looks again and again holds up nobody else.
const bulkheads = new WeakMap<Db, Bulkhead>()

function bulkheadOf(db: Db): Bulkhead {
  const bulkhead = bulkheads.get(db) ?? newBulkhead({ maxInFlight: 1, maxQueued: 20 })
  bulkheads.set(db, bulkhead)
  return bulkhead
}

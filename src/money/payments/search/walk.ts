import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { EntrySource, WalkRange } from './entry-source.ts'
import { searchedSource, walkedSource } from './entry-sources.ts'
import { type Cursor, lastId } from './page-cursor.ts'
import { type FoundPayment, limitsOf, type Search } from './search.ts'
import { isGuessed, termsOf } from './search-terms.ts'
import { findMatching, foundFrom } from './store/found.ts'

export interface SearchLimits {
  /** From this number of terms on, a walk along the list is as fast as a lookup of the terms. */
  readonly manyTerms: number
  /**
   * A walk is given up if it is expected to pass more payments than this: the matches lie together elsewhere, and are
   * looked up.
   */
  readonly maxWalked: number
  /** The maximal number of payments in one round trip, and in one comparison. */
  readonly maxListed: number
  readonly maxSlice: number
}

export const usualSearchLimits: SearchLimits = {
  manyTerms: 20_000,
  maxWalked: 3_000,
  maxListed: 20_000,
  maxSlice: 2_000,
}

/** The state of a walk along matching payments, kept from one piece to the next. */
export interface Walk {
  readonly search: Search
  readonly range: WalkRange
  readonly limits: SearchLimits
  source: EntrySource
  /**
   * The other source, for a walk that passes too many payments; undefined without terms, or if it is in use already.
   */
  instead: EntrySource | undefined
}

/** Starts a walk. Rare terms are looked up; for frequent terms the subset or the list is walked. */
export async function startWalk(app: App, search: Search, range: WalkRange, limits = usualSearchLimits): Promise<Walk> {
  const searched = await searchedSource(app, search, range, limits.manyTerms)
  if (searched?.isSelective) return { search, range, limits, source: searched.source, instead: undefined }
  const ofSubset = await search.subset?.openSource(app, search, range)
  return { search, range, limits, source: ofSubset ?? walkedSource(app, search, range), instead: searched?.source }
}

/** Returns the next matching payments after the cursor, in the walk's order. Fewer than `wanted` only at the end. */
export async function walkOn(app: App, walk: Walk, from: Cursor, count: number): Promise<FoundPayment[]> {
  const { maxListed, maxSlice, maxWalked } = walk.limits
  let beyond = from
  let limit = walk.source.isSearched ? Math.max(maxSlice, count) : count
  let walked = 0
  const found: FoundPayment[] = []
  for (;;) {
    const entries = await walk.source.list(beyond, limit)
    found.push(...(await takeMatching(app, walk, entries, count - found.length)))
    const last = entries.at(-1)
    if (found.length >= count || last === undefined || entries.length < limit) return found
    beyond = last
    walked += entries.length
    const ahead = (walked / Math.max(found.length, 1)) * (count - found.length)
    if (walk.instead !== undefined && ahead > maxWalked) {
      walk.source = walk.instead
      walk.instead = undefined
      limit = Math.max(maxSlice, count)
    } else limit = Math.min(limit * 8, maxListed)
  }
}

/** Returns the first matching payments of these, at most `wanted`. */
async function takeMatching(
  app: App,
  { search, source, limits: { maxSlice } }: Walk,
  entries: readonly Cursor[],
  count: number,
): Promise<FoundPayment[]> {
  const subset = source.isSubset ? undefined : search.subset
  const taken: FoundPayment[] = []
  for (
    let next = 0, size = count;
    next < entries.length && taken.length < count;
    next += size, size = Math.min(size * 4, maxSlice)
  ) {
    const ids = entries.slice(next, next + size).map(({ id }) => id)
    // Picked before their buyers are read.
    const matching = await loadMatching(
      app,
      search,
      subset === undefined ? ids : await subset.pick(app, search.who, ids),
    )
    taken.push(...ids.flatMap((id) => matching.get(id) ?? []))
  }
  return taken.slice(0, count)
}

async function loadMatching(
  app: App,
  search: Search,
  ids: readonly PaymentId[],
): Promise<ReadonlyMap<string, FoundPayment>> {
  const { who, guess } = search
  if (ids.length === 0) return new Map()
  const rows = await app.db.run(findMatching, { ...who, ids, ...limitsOf(search) })
  const isMatch = (payment: FoundPayment): boolean =>
    guess === undefined || payment.id === guess.id || isGuessed(guess, termsOf(payment))
  return new Map(rows.map(foundFrom).flatMap((payment) => (isMatch(payment) ? [[payment.id, payment]] : [])))
}

const usual = { pieceSize: 1_000, limits: usualSearchLimits }

/**
 * Yields all matching payments, newest first, piece by piece. Each piece is as of its reading. No payment comes twice,
 * and a payment that matches all the time is not missed.
 */
export async function* walkPayments(
  app: App,
  search: Search,
  { pieceSize, limits }: { readonly pieceSize: number; readonly limits: SearchLimits } = usual,
): AsyncGenerator<readonly FoundPayment[]> {
  const walk = await startWalk(app, search, { direction: 'older', until: search.createdFrom }, limits)
  for (let from: Cursor = { createdAt: search.createdTo, id: lastId }; ; ) {
    const payments = await walkOn(app, walk, from, pieceSize)
    yield payments
    const last = payments.at(-1)
    if (payments.length < pieceSize || last === undefined) return
    from = last
  }
}

import type { App } from '../../../platform/app/app.ts'
import { type EntrySource, searchedSource, type WalkRange, walkedSource } from './entry-sources.ts'
import { type Cursor, lastId } from './page-cursor.ts'
import { type FoundPayment, limitsOf, type Search } from './search.ts'
import { isGuessed, termsOf } from './search-terms.ts'
import { findMatching, foundFrom } from './store/found.ts'

export interface SearchLimits {
  /** Looking up what so many payments have takes as long as a walk past the others would. */
  readonly manyTerms: number
  /** A walk that would pass so many more, as far as can be told, is given up: what is wanted lies together elsewhere, and is looked up. */
  readonly maxWalked: number
  /** So many are listed in one round trip at most, and so many looked at closely. */
  readonly maxListed: number
  readonly maxSlice: number
}

export const usualSearchLimits: SearchLimits = {
  manyTerms: 20_000,
  maxWalked: 3_000,
  maxListed: 20_000,
  maxSlice: 2_000,
}

/** A walk along the payments that a search means. What it has learnt of where they are, is kept from one piece to the next. */
export interface Walk {
  readonly search: Search
  readonly range: WalkRange
  readonly limits: SearchLimits
  source: EntrySource
  /** Where to look when the walk passes too many that are not matching; undefined where nothing was typed, or it looks there already. */
  instead: EntrySource | undefined
}

/** Begins a walk: what few payments have is looked up; what many have is found by walking along the list. */
export async function startWalk(app: App, search: Search, range: WalkRange, limits = usualSearchLimits): Promise<Walk> {
  const searched = await searchedSource(app, search, range, limits.manyTerms)
  if (searched?.isSelective) return { search, range, limits, source: searched.source, instead: undefined }
  return { search, range, limits, source: walkedSource(app, search, range), instead: searched?.source }
}

/** The next payments of the walk beyond the cursor, in its order; fewer than wanted only where there are no more. */
export async function walkOn(app: App, walk: Walk, from: Cursor, wanted: number): Promise<FoundPayment[]> {
  const { search, limits } = walk
  const { maxListed, maxSlice, maxWalked } = limits
  let beyond = from
  let limit = walk.source.isSearched ? Math.max(maxSlice, wanted) : wanted
  let walked = 0
  const found: FoundPayment[] = []
  for (;;) {
    const entries = await walk.source.list(beyond, limit)
    found.push(...(await takeMatching(app, search, entries, wanted - found.length, maxSlice)))
    const last = entries.at(-1)
    if (found.length >= wanted || last === undefined || entries.length < limit) return found
    beyond = last
    walked += entries.length
    const ahead = (walked / Math.max(found.length, 1)) * (wanted - found.length)
    if (walk.instead !== undefined && ahead > maxWalked) {
      walk.source = walk.instead
      walk.instead = undefined
      limit = Math.max(maxSlice, wanted)
    } else limit = Math.min(limit * 8, maxListed)
  }
}

/** The first of these payments that the search means, at most so many. */
async function takeMatching(
  app: App,
  search: Search,
  entries: readonly Cursor[],
  wanted: number,
  maxSlice: number,
): Promise<FoundPayment[]> {
  const taken: FoundPayment[] = []
  for (
    let next = 0, size = wanted;
    next < entries.length && taken.length < wanted;
    next += size, size = Math.min(size * 4, maxSlice)
  ) {
    const slice = entries.slice(next, next + size)
    const matching = await loadMatching(app, search, slice)
    taken.push(...slice.flatMap(({ id }) => matching.get(id) ?? []))
  }
  return taken.slice(0, wanted)
}

async function loadMatching(app: App, search: Search, entries: readonly Cursor[]): Promise<Map<string, FoundPayment>> {
  const { who, guess } = search
  const ids = entries.map(({ id }) => id)
  const rows = await app.db.run(findMatching, { ...who, ids, ...limitsOf(search) })
  const matching = new Map<string, FoundPayment>()
  for (const payment of rows.map(foundFrom)) {
    const isMatch = guess === undefined || payment.id === guess.id || isGuessed(guess, termsOf(payment))
    if (isMatch) matching.set(payment.id, payment)
  }
  return matching
}

const usual = { pieceSize: 1_000, limits: usualSearchLimits }

/**
 * All payments that the search means, newest first, piece by piece as they are asked for. Each piece is as of the moment at which it is read;
 * none comes twice, and none is missing that the search means all the time.
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

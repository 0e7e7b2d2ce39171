import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { EntrySource, WalkRange } from './entry-source.ts'
import type { Cursor } from './page-cursor.ts'
import type { Search } from './search.ts'
import { amountRange, rangeOf, type TermRange } from './search-terms.ts'
import { countTerms } from './store/counts.ts'
import { entriesByKind, entriesByStore, entriesByTerm } from './store/entries.ts'

/** Returns the merchant's payments of these kinds, of one store or of all, as candidates. */
export function walkedSource(app: App, { who, storeId, kinds }: Search, { direction, until }: WalkRange): EntrySource {
  return {
    isSearched: false,
    async list({ createdAt: at, id }, limit) {
      const place = { ...who, kinds, at, id, until, limit }
      const rows = await (storeId === null
        ? app.db.run(entriesByKind[direction], place)
        : app.db.run(entriesByStore[direction], { ...place, storeId }))
      return rows.map(cursorFrom)
    },
  }
}

export interface SearchTerms {
  readonly ranges: readonly TermRange[]
  /** The id of a payment that matches without any term. */
  readonly id: PaymentId | null
}

/** Returns the terms of the search: those of the typed text, or else those of the amounts. Undefined without either. */
export function termsOfSearch(search: Search): SearchTerms | undefined {
  return typedTerms(search) ?? amountTerms(search)
}

/** Returns the terms of the typed text. Undefined without a text. */
export function typedTerms({ guess }: Search): SearchTerms | undefined {
  return guess && { ranges: guess.begins.map(rangeOf), id: guess.id ?? null }
}

function amountTerms({ amountFrom, amountTo }: Search): SearchTerms | undefined {
  if (amountFrom === null && amountTo === null) return undefined
  return { ranges: [amountRange(amountFrom ?? undefined, amountTo ?? undefined)], id: null }
}

/**
 * Returns the payments with terms of the text or of the amounts, whichever are fewer, as candidates. `isSelective`:
 * fewer than `manyTerms`. Undefined without such terms.
 */
export async function searchedSource(
  app: App,
  search: Search,
  { direction, until }: WalkRange,
  manyTerms: number,
): Promise<{ readonly source: EntrySource; readonly isSelective: boolean } | undefined> {
  const { who } = search
  const counted = await Promise.all(
    [typedTerms(search), amountTerms(search)].flatMap((terms) => {
      return terms === undefined ? [] : [countTermsOf(app, search, terms, manyTerms)]
    }),
  )
  const fewest = counted.toSorted((a, b) => a.count - b.count)[0]
  if (fewest === undefined) return undefined
  const { bounds, exactId, count } = fewest
  const source: EntrySource = {
    isSearched: true,
    async list({ createdAt: at, id }, limit) {
      const rows = await app.db.run(entriesByTerm[direction], { ...who, ...bounds, exactId, at, id, until, limit })
      return rows.map(cursorFrom)
    },
  }
  return { source, isSelective: count < manyTerms }
}

async function countTermsOf(app: App, { who }: Search, { ranges, id: exactId }: SearchTerms, limit: number) {
  const bounds = boundsOf(ranges)
  const [row] = await app.db.run(countTerms, { ...who, ...bounds, limit: BigInt(limit) })
  return { bounds, exactId, count: Number(row?.count ?? 0) }
}

export function boundsOf(ranges: readonly TermRange[]) {
  return { firsts: ranges.map(({ first }) => first), behinds: ranges.map(({ behind }) => behind) }
}

function cursorFrom({ id, created_at }: { readonly id: string; readonly created_at: number }): Cursor {
  return { id, createdAt: created_at }
}

import type { Request } from './http-client.ts'

/** A page of a list: its filter and its first position. Times in seconds since 1970. */
export interface ListPage {
  /** A word of the `status` parameter; undefined: none. */
  readonly word: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly offset: number
}

/** The filters of a list: none, and every word of the contract. */
export const listWords = [undefined, 'authorized', 'closed', 'rejected', 'new', 'captured', 'refunded', 'cancelled']

export function listRequest({ word, from, to, offset }: ListPage): Request {
  const query = new URLSearchParams({ limit: '20', offset: String(offset) })
  if (word !== undefined) query.set('status', word)
  if (from !== undefined) query.set('created_at__gte', new Date(from * 1_000).toISOString())
  if (to !== undefined) query.set('created_at__lte', new Date(to * 1_000).toISOString())
  return { method: 'GET', path: `/api/v2/payments?${query}` }
}

/** Returns pages near the beginning, of every word in turn. */
export function firstPages(count: number): ListPage[] {
  return Array.from({ length: count }, (_, n) => ({
    word: listWords[n % listWords.length],
    from: undefined,
    to: undefined,
    offset: (n % 50) * 20,
  }))
}

/**
 * Returns random pages among the payments of each word, which lie evenly between two moments. With any word, every
 * other page has a random window of creation, and the others begin at a random position.
 */
export function randomPages(
  count: number,
  totals: ReadonlyMap<string | undefined, number>,
  year: { readonly from: number; readonly to: number },
): ListPage[] {
  const between = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from))
  return Array.from({ length: count }, (_, n) => {
    const word = listWords[n % listWords.length]
    const total = totals.get(word) ?? 0
    if (n % 16 < 8) return { word, from: undefined, to: undefined, offset: between(0, total) }
    const from = between(year.from, year.to)
    const to = between(from, year.to)
    return { word, from, to, offset: between(0, (total * (to - from)) / (year.to - year.from)) }
  })
}

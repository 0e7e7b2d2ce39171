import type { Request } from './http-client.ts'

/** What a list may be asked for: no status, and every word the contract knows. */
export const listWords = [undefined, 'authorized', 'closed', 'rejected', 'new', 'captured', 'refunded', 'cancelled']

/** Pages of twenty near the beginning, of every filter in turn. */
export function listRequests(count: number): Request[] {
  return Array.from({ length: count }, (_, n) => {
    const word = listWords[n % listWords.length]
    const status = word === undefined ? '' : `&status=${word}`
    return { method: 'GET', path: `/api/v2/payments?limit=20&offset=${(n % 50) * 20}${status}` }
  })
}

import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { type Cursor, firstId, formatCursor, lastId, parseCursor } from './page-cursor.ts'
import type { FoundPayment, Search } from './search.ts'
import { type SearchLimits, startWalk, walkOn } from './walk.ts'
import type { Direction } from './walks-sql.ts'

export interface PageRequest {
  /** As in the address. A wrong cursor means the first page. */
  readonly cursor?: unknown
  /** The direction from the cursor. */
  readonly direction?: Direction
  readonly limit: number
}

export interface FoundPage {
  /** Newest first. */
  readonly payments: readonly FoundPayment[]
  /** Cursors of the pages beside this one; undefined where there is none. */
  readonly older: string | undefined
  readonly newer: string | undefined
}

/**
 * Returns a page of matching payments, newest first. New payments do not shift a page. Going to newer pages ends at the
 * first page, which is full.
 */
export async function searchPayments(
  app: App,
  search: Search,
  request: PageRequest,
  limits?: SearchLimits,
): Promise<FoundPage> {
  const cursor = parseCursor(request.cursor)
  // Reads one payment more than the page has, to know whether another page follows.
  const turn: Turn = async (direction, from, until) =>
    walkOn(app, await startWalk(app, search, { direction, until }, limits), from, request.limit + 1)
  const newer =
    cursor && request.direction === 'newer' ? await pageOfNewer(search, cursor, request.limit, turn) : undefined
  const older = request.direction === 'newer' ? undefined : cursor
  return newer ?? pageOfOlder(search, older, request.limit, turn)
}

type Turn = (direction: Direction, from: Cursor, until: Instant) => Promise<FoundPayment[]>

async function pageOfOlder(
  { createdFrom: until, createdTo }: Search,
  cursor: Cursor | undefined,
  limit: number,
  turn: Turn,
): Promise<FoundPage> {
  const from = cursor !== undefined && cursor.createdAt <= createdTo ? cursor : { createdAt: createdTo, id: lastId }
  const found = await turn('older', from, until)
  const payments = found.slice(0, limit)
  return {
    payments,
    older: found.length > limit ? cursorOf(payments.at(-1)) : undefined,
    newer: from === cursor ? formatCursor(payments[0] ?? cursor) : undefined,
  }
}

/** Returns undefined if the newer payments fit on the first page. */
async function pageOfNewer(
  { createdFrom, createdTo: until }: Search,
  cursor: Cursor,
  limit: number,
  turn: Turn,
): Promise<FoundPage | undefined> {
  const from = cursor.createdAt >= createdFrom ? cursor : { createdAt: createdFrom, id: firstId }
  const found = await turn('newer', from, until)
  if (found.length <= limit) return undefined
  const payments = found.slice(0, limit).reverse()
  return { payments, older: cursorOf(payments.at(-1)), newer: cursorOf(payments[0]) }
}

function cursorOf(payment: FoundPayment | undefined): string | undefined {
  return payment && formatCursor(payment)
}

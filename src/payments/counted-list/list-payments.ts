import type { App } from '../../app/app.ts'
import { type Bulkhead, newBulkhead } from '../../base/bulkhead.ts'
import type { Instant } from '../../base/times.ts'
import type { Db } from '../../db/db.ts'
import { settleDueOf } from '../../due/settle-due-of.ts'
import type { Actor } from '../../merchants/caller.ts'
import { duePayments } from '../due-payments.ts'
import type { ListedAs, Payment } from '../payment.ts'
import { type CountedRange, countedRange, quartersOf } from './counted-range.ts'
import { showInPieces } from './show-in-pieces.ts'
import { findPosition, listPaymentRows } from './store.ts'

export interface ListRequest {
  readonly kinds: readonly ListedAs[]
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  readonly limit: number
  readonly offset: number
}

export interface PaymentPage<Shown> {
  /** Newest first. */
  readonly payments: readonly Shown[]
  readonly totalCount: number
}

/**
 * So many lists of one merchant are made at a time in a process, and so many more wait: all that a live key may ask for in a
 * second.
 */
export const listLimits = { maxInFlight: 2, maxQueued: 100 } as const

const bulkheads = new WeakMap<Db, Bulkhead>()

function bulkheadOf(db: Db): Bulkhead {
  const bulkhead = bulkheads.get(db) ?? newBulkhead(listLimits)
  bulkheads.set(db, bulkhead)
  return bulkhead
}

/**
 * A page of the merchant's payments of this mode, newest first, with the exact number of all that match. Takes as long for the
 * last page of millions as for the first: where a page begins is found by adding up counts. Each payment is shown as soon as it
 * is read, and large ones one after the other, so that nobody else waits long for a page of them. Refuses with 429 when too
 * many lists of the merchant wait already.
 */
export function listPayments<Shown>(
  app: App,
  actor: Actor,
  request: ListRequest,
  show: (payment: Payment) => Shown,
): Promise<PaymentPage<Shown>> {
  return bulkheadOf(app.db).run(actor.merchantId, () => makePage(app, actor, request, show))
}

async function makePage<Shown>(
  app: App,
  actor: Actor,
  request: ListRequest,
  show: (payment: Payment) => Shown,
): Promise<PaymentPage<Shown>> {
  await settleDueOf(app, duePayments, actor)
  const range = countedRange(request.createdFrom, request.createdTo)
  const { totalCount, before, skip } = await findPage(app, actor, request.kinds, range, request.offset)
  if (request.offset >= totalCount) return { payments: [], totalCount }
  const { merchantId, isTest } = actor
  const { kinds, limit } = request
  const window = { from: range.from, before, candidates: limit + skip, limit, skip }
  const rows = await app.db.run(listPaymentRows, { merchantId, isTest, kinds, ...window })
  return { payments: await showInPieces(app, rows, show), totalCount }
}

/** The number of all that match, and that the page begins `skip` payments after those that were created at `before` or later. */
async function findPage(
  app: App,
  actor: Actor,
  kinds: readonly ListedAs[],
  range: CountedRange,
  offset: number,
): Promise<{ totalCount: number; before: Instant; skip: number }> {
  const { merchantId, isTest } = actor
  const [found] = await app.db.run(findPosition, { merchantId, isTest, kinds, ...range, offset: BigInt(offset) })
  const totalCount = Number(found?.total ?? 0)
  if (found?.begins_at == null || found.ends_at === null || offset >= totalCount) {
    return { totalCount, before: range.to, skip: offset }
  }
  const skip = offset - Number(found.newer)
  const quarters = quartersOf(found.begins_at, found.ends_at)
  if (quarters === undefined) return { totalCount, before: found.ends_at, skip }
  return { ...(await findPage(app, actor, kinds, quarters, skip)), totalCount }
}

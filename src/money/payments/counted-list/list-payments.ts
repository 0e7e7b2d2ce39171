import type { App } from '../../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../../platform/base/bulkhead.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Db } from '../../../platform/db/db.ts'
import { settleDueOf } from '../../../platform/due/settling.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { duePayments } from '../due-payments.ts'
import type { ListedAs, Payment } from '../payment.ts'
import { type CountedRange, countedRange } from './counted-range.ts'
import { showInPieces } from './show-in-pieces.ts'
import { findPosition, findPositionInRange, listPaymentRows } from './store.ts'

export interface ListRequest {
  readonly kinds: readonly ListedAs[]
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  readonly limit: number
  readonly offset: number
}

export interface PaymentPage<Item> {
  /** Newest first. */
  readonly payments: readonly Item[]
  readonly totalCount: number
}

/**
 * Limits for the lists of one merchant in a process: in flight, and waiting. Together they are the rate limit of a live
 * key for a second.
 */
export const listLimits = { maxInFlight: 2, maxQueued: 100 } as const

const bulkheads = new WeakMap<Db, Bulkhead>()

function bulkheadOf(db: Db): Bulkhead {
  const bulkhead = bulkheads.get(db) ?? newBulkhead(listLimits)
  bulkheads.set(db, bulkhead)
  return bulkhead
}

/**
 * Returns a page of the merchant's payments, newest first, with the exact total. The last page of millions is as fast
 * as the first, because counts locate it. Each payment is serialized as soon as it is read, and large ones one by one,
 * so that other requests do not wait long. Refuses with 429 if too many lists of the merchant wait.
 */
export function listPayments<Item>(
  app: App,
  actor: Actor,
  request: ListRequest,
  show: (payment: Payment, at: Instant) => Item,
): Promise<PaymentPage<Item>> {
  return bulkheadOf(app.db).run(actor.merchantId, () => makePage(app, actor, request, show))
}

async function makePage<Item>(
  app: App,
  actor: Actor,
  request: ListRequest,
  show: (payment: Payment, at: Instant) => Item,
): Promise<PaymentPage<Item>> {
  const { merchantId, isTest } = actor
  const { kinds, limit } = request
  const range = countedRange(request.createdFrom, request.createdTo)
  let found = await findPage(app, actor, request, range)
  if (found.is_due) {
    await settleDueOf(app, duePayments, actor)
    found = await findPage(app, actor, request, range)
  }
  const totalCount = Number(found.total)
  if (request.offset >= totalCount) return { payments: [], totalCount }
  const skip = Number(found.skip ?? request.offset)
  const window = { from: range.from, before: found.before ?? range.to, candidates: limit + skip, limit, skip }
  const rows = await app.db.run(listPaymentRows, { merchantId, isTest, kinds, ...window })
  const at = nowFor(app, actor)
  return { payments: await showInPieces(app, rows, (payment) => show(payment, at)), totalCount }
}

/** Returns the total, and where the page begins: `skip` payments after those created at `before` or later. */
async function findPage(
  app: App,
  actor: Actor,
  { kinds, createdFrom, createdTo, offset }: ListRequest,
  range: CountedRange,
) {
  const { merchantId, isTest } = actor
  const params = { merchantId, isTest, kinds, offset: BigInt(offset), until: nowFor(app, actor), now: app.clock.now() }
  const [found] =
    createdFrom === null && createdTo === null
      ? await app.db.run(findPosition, params)
      : await app.db.run(findPositionInRange, { ...params, ...range })
  if (found === undefined) throw new Error('no position was answered')
  return found
}

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
  show: (payment: Payment, at: Instant) => Shown,
): Promise<PaymentPage<Shown>> {
  return bulkheadOf(app.db).run(actor.merchantId, () => makePage(app, actor, request, show))
}

async function makePage<Shown>(
  app: App,
  actor: Actor,
  request: ListRequest,
  show: (payment: Payment, at: Instant) => Shown,
): Promise<PaymentPage<Shown>> {
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

/** The number of all that match, and that the page begins `skip` payments after those that were created at `before` or later. */
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

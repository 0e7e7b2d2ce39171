import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import { dueAtFrom, dueFrom, type ListedWork } from '../../platform/due/due.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Queue } from '../../platform/due/waiting.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import { waitingGaps } from './search/store/filling.ts'
import { uncountedChanges } from './store/counting.ts'
import { listDuePayments, listDuePaymentsOfMerchant, sumUncaptured, waitingPayments } from './store/due.ts'
import { waitingReferrals } from './store/referrals.ts'
import { waitingReturnRequests } from './store/return-requests.ts'

/** Payments that expire, or that the service captures by itself, at their time. */
export const duePayments: ListedWork = {
  name: 'settle due payments',
  kind: 'payment',
  everyMs: 500,
  // A round trip reads and saves up to 32 payments.
  maxInFlight: 32,
  async listDue(app, limit) {
    const rows = await app.db.run(listDuePayments, { now: app.clock.now(), limit })
    return rows.map(dueFrom)
  },
  async listDueOf(app, actor, modes, until, limit) {
    const { merchantId } = actor
    const isTest = modes === 'own' ? actor.isTest : null
    const rows = await app.db.run(listDuePaymentsOfMerchant, { merchantId, until, now: app.clock.now(), limit, isTest })
    return rows.map((row) => dueAtFrom(actor, row))
  },
  run: (app, { actor, id }) => getPayment(app, actor, id),
}

/** AUTHORIZED payments of one currency that are not captured in full. */
export interface UncapturedPayments {
  readonly currency: Currency
  readonly count: number
  /** The amount left to capture, in minor units. */
  readonly leftMinor: bigint
  /** The next automatic capture; null if there is none. */
  readonly firstDueAt: Instant | null
}

/** The maximal number of payments to read. */
const most = 2_000

/**
 * Sums what a merchant has yet to capture in this mode, by currency, of the 2,000 oldest payments. `isMore`: there may
 * be more payments.
 */
export async function sumUncapturedPayments(
  app: App,
  actor: Actor,
): Promise<{ readonly sums: readonly UncapturedPayments[]; readonly isMore: boolean }> {
  await settleDueOf(app, duePayments, actor)
  const { merchantId, isTest } = actor
  const rows = await app.db.run(sumUncaptured, { merchantId, isTest, limit: most })
  return {
    isMore: rows.reduce((sum, { count }) => sum + count, 0) >= most,
    sums: rows.map(({ currency, count, left_minor, due_at }) => ({
      currency: currency as Currency,
      count,
      leftMinor: left_minor,
      firstDueAt: due_at,
    })),
  }
}

/** The queues of this room: due payments, changes to count, gaps in the search index, return requests and referrals. */
export const paymentQueues: readonly Queue[] = [
  { name: 'payments', statement: waitingPayments },
  { name: 'payment_counts', statement: uncountedChanges },
  { name: 'search_gaps', statement: waitingGaps },
  { name: 'return_requests', statement: waitingReturnRequests },
  { name: 'referrals', statement: waitingReferrals },
]

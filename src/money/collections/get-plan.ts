import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { type Return, returnedOf } from '../charges/return.ts'
import { listReturns } from '../charges/returns.ts'
import { getCollection, type LoadedCollection } from './collections.ts'

/** A payment's plan with its charges and returns. */
export interface LoadedPlan extends LoadedCollection {
  /** Oldest first. */
  readonly returns: readonly Return[]
  /** The merchant's time when it was read. */
  readonly now: Instant
}

/** The maximal number of reads if money moves in between. */
const maxReads = 3

/**
 * Returns a payment's plan. Refuses with 404 a payment of another merchant or mode, and one that was never authorized.
 */
export async function getPlan(app: App, actor: Actor, paymentId: PaymentId): Promise<LoadedPlan> {
  for (let read = 1; ; read += 1) {
    const loaded = await getCollection(app, actor, paymentId)
    const plan = { ...loaded, returns: await listReturns(app, actor, paymentId), now: nowFor(app, actor) }
    if (isOfOneMoment(plan) || read === maxReads) return plan
  }
}

// Charges, returns and payment are read one after the other: they belong together if the paid amount fits.
function isOfOneMoment({ payment, charges, returns }: LoadedPlan): boolean {
  const charged = charges
    .filter(({ state }) => state === 'approved')
    .reduce((sum, charge) => sum + charge.amountMinor, 0n)
  return charged - returnedOf(returns) === payment.paidMinor
}

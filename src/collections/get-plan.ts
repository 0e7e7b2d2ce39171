import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { listReturns } from '../charges/list-returns.ts'
import type { Return } from '../charges/return.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getPayment } from '../payments/get-payment.ts'
import { type LoadedCollection, loadCollection } from './load-collection.ts'
import { refusals } from './refusals.ts'

/** A payment's plan with what was charged and what went back. */
export interface LoadedPlan extends LoadedCollection {
  /** Oldest first. */
  readonly returns: readonly Return[]
  /** The merchant's time when it was read. */
  readonly now: Instant
}

/** So often it is read anew when money moved in between. */
const maxReads = 3

/** Reads it. Refuses with 404 a payment of another merchant or mode, and one that was never authorized. */
export async function getPlan(app: App, actor: Actor, paymentId: PaymentId): Promise<LoadedPlan> {
  for (let read = 1; ; read += 1) {
    const loaded = await loadCollection(app, actor, paymentId)
    if (loaded === undefined) {
      await getPayment(app, actor, paymentId)
      throw refusals.noPlan()
    }
    const plan = { ...loaded, returns: await listReturns(app, actor, paymentId), now: nowFor(app, actor) }
    if (isOfOneMoment(plan) || read === maxReads) return plan
  }
}

// Charges, returns and payment are read one after the other: what is paid tells whether they belong together.
function isOfOneMoment({ payment, charges, returns }: LoadedPlan): boolean {
  const charged = charges
    .filter(({ state }) => state === 'approved')
    .reduce((sum, charge) => sum + charge.amountMinor, 0n)
  const returned = returns.filter(({ state }) => state !== 'failed').reduce((sum, sent) => sum + sent.amountMinor, 0n)
  return charged - returned === payment.paidMinor
}

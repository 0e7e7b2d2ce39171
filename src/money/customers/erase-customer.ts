import type { App } from '../../platform/app/app.ts'
import type { Principal } from '../../platform/base/principal.ts'
import { newPseudonym, type Pseudonym } from '../../platform/base/pseudonym.ts'
import type { Instant } from '../../platform/base/times.ts'
import { isConflict } from '../../platform/db/optimistic-concurrency.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { listFormerBuyers } from '../payments/buyer-changes.ts'
import { isLocked } from '../payments/payment-changes.ts'
import { type Customer, type CustomerPayment, listOwnPayments } from './customer-payments.ts'
import { eraseContacts } from './erase-contacts.ts'
import { type ErasureOutcome, erasePayment } from './erase-payment.ts'
import { findErasure, insertErasure } from './store.ts'

/** Who asks for erasing, and why. */
export interface ErasureRequest {
  readonly by: Principal
  readonly reason: string
  /** For how long payments are erased in this call, in milliseconds; a worker does the rest. Absent: all of them. */
  readonly mostMs?: number
}

/** How many payments were erased, and how many wait. */
export interface ErasedCustomer {
  readonly erased: number
  readonly waiting: number
  /** When the last of those that wait is erased, as far as it is known; null if nothing waits, or nobody knows. */
  readonly until: Instant | null
}

/**
 * Erases a customer (docs/contract/terms.md#erasing): at once what no open claim and no law needs, the rest when its time
 * has come. Undefined for an unknown phone. Doing it twice changes nothing more.
 */
export async function eraseCustomer(
  app: App,
  places: readonly ErasedPlace[],
  customer: Customer,
  request: ErasureRequest,
): Promise<ErasedCustomer | undefined> {
  const found = await listOwnPayments(app, customer)
  if (found.length === 0) return undefined
  const pseudonym = await pseudonymOf(app, found)
  // A customer who orders with another's e-mail must not change what is kept of that.
  const isBySelf = request.by.kind === 'customer'
  const own = found.filter(({ claim }) => claim === 'proved' || !isBySelf)
  const former = await Promise.all(own.map(({ actor, id }) => listFormerBuyers(app, actor, id)))
  const buyers = [...own.map(({ payment }) => payment.order.buyer), ...former.flat()]
  await eraseContacts(app, places, pseudonym, {
    ...customer,
    emails: [...new Set(buyers.map(({ email }) => email))],
    merchantIds: [...new Set(found.map(({ actor }) => actor.merchantId))],
  })
  for (const { actor, id } of found) await requestErasure(app, actor, id, pseudonym, request)
  let [erased, waiting] = [0, 0]
  const endsAt = performance.now() + (request.mostMs ?? Number.POSITIVE_INFINITY)
  const times: Instant[] = []
  // One after the other: a long life must not take all connections.
  for (const { actor, id } of found) {
    if (performance.now() > endsAt) {
      waiting += 1
      continue
    }
    const outcome = await eraseUnlessHeld(app, places, { ...actor, principal: request.by }, id)
    if (outcome === 'erased') erased += 1
    if (outcome === 'held') waiting += 1
    if (typeof outcome !== 'object') continue
    waiting += 1
    if (typeof outcome.waitsUntil === 'number') times.push(outcome.waitsUntil)
  }
  return { erased, waiting, until: times.length === 0 ? null : Math.max(...times) }
}

// What another process holds is tried again by a worker.
async function eraseUnlessHeld(...args: Parameters<typeof erasePayment>): Promise<ErasureOutcome | 'held'> {
  try {
    return await erasePayment(...args)
  } catch (error) {
    if (isConflict(error) || isLocked(error)) return 'held'
    throw error
  }
}

// The same for all payments of a customer, also if some were to be erased before.
async function pseudonymOf(app: App, payments: readonly CustomerPayment[]): Promise<Pseudonym> {
  for (const { actor, id } of payments) {
    const [erasure] = await app.db.run(findErasure, { merchantId: actor.merchantId, paymentId: id })
    if (erasure !== undefined) return erasure.pseudonym as Pseudonym
  }
  return newPseudonym()
}

async function requestErasure(
  app: App,
  actor: CustomerPayment['actor'],
  paymentId: string,
  pseudonym: Pseudonym,
  { by, reason }: ErasureRequest,
): Promise<void> {
  const { merchantId, isTest } = actor
  const now = nowFor(app, actor)
  const requested = { requestedBy: by.name, reason, now, dueAt: now }
  await app.db.run(insertErasure, { merchantId, paymentId, isTest, pseudonym, ...requested })
}

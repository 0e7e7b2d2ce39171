import type { App } from '../../platform/app/app.ts'
import { allMerchants, newOrderedId } from '../../platform/base/ids.ts'
import type { Principal } from '../../platform/base/principal.ts'
import { conflict, noPermission, notFound } from '../../platform/base/refusals.ts'
import { day, type Instant, minute, second } from '../../platform/base/times.ts'
import type { RowOf } from '../../platform/db/columns.ts'
import type { WithChange } from '../../platform/db/db.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import type { SandboxRemains } from '../../platform/merchants/sandbox-remains.ts'
import { type Customer, findCustomerPayments } from './customer-payments.ts'
import { type ErasedCustomer, eraseCustomer } from './erase-customer.ts'
import * as store from './request-store.ts'

export const erasureRefusals = {
  nothingKept: notFound('nothing is kept of this phone'),
  waits: conflict('another request to erase this customer waits'),
  noRequest: notFound('no such request to erase'),
  needsAnother: noPermission('another agent confirms a request to erase'),
}

/** An agent's request to erase a customer. Another agent confirms it. Times by the machine's clock. */
export interface ErasureRequest extends Customer {
  readonly id: string
  readonly reason: string
  readonly requestedBy: { readonly id: string; readonly name: string }
  readonly requestedAt: Instant
  readonly endsAt: Instant
}

/** For how long a request waits for another agent. */
const lifetimeMs = 7 * day
/** After this time another agent may take over from one whose process died. Longer than `eraseMs`. */
const takeoverMs = 10 * minute
/** How long an agent waits for the erasing; a worker does the rest. */
const eraseMs = 10 * second

/**
 * Stores an agent's request to erase a customer. Nothing happens until another agent confirms it. `inSameTransaction`:
 * extra writes. Refuses with 404 a phone of which nothing is kept, and with 409 a second request.
 */
export async function requestErasing(
  app: App,
  customer: Customer,
  by: { readonly id: string; readonly name: string },
  reason: string,
  inSameTransaction: WithChange<[id: string]>,
): Promise<void> {
  if ((await findCustomerPayments(app, customer)).length === 0) throw erasureRefusals.nothingKept()
  const now = app.clock.now()
  const id = newOrderedId()
  await app.db.transaction(async (tx) => {
    const inserted = await tx.run(store.insertRequest, {
      ...{ merchant_id: allMerchants, id, phone: customer.phone, is_test: customer.isTest, reason },
      ...{ requested_by: by.id, requested_name: by.name, requested_at: now, ends_at: now + lifetimeMs, now },
    })
    if (inserted.length === 0) throw erasureRefusals.waits()
    await inSameTransaction(tx, id)
  })
}

/** Returns a waiting request. Refuses with 404 one that was decided or is over. */
export async function getErasureRequest(app: App, id: string): Promise<ErasureRequest> {
  const [row] = await app.db.run(store.findRequest, { merchantId: allMerchants, id, now: app.clock.now() })
  if (row === undefined) throw erasureRefusals.noRequest()
  return requestFrom(row)
}

/** Lists the waiting requests about a phone, in both modes. */
export async function listErasureRequestsOf(app: App, phone: string): Promise<ErasureRequest[]> {
  const rows = await app.db.run(store.listRequestsOf, { merchantId: allMerchants, phone, now: app.clock.now() })
  return rows.map(requestFrom)
}

/** Lists the waiting requests, oldest first. */
export async function listErasureRequests(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<ErasureRequest[]> {
  const rows = await app.db.run(store.listRequests, { merchantId: allMerchants, now: app.clock.now(), ...page })
  return rows.map(requestFrom)
}

/**
 * Confirms another agent's request, and erases the customer. `inSameTransaction`: extra writes, once. Refuses with 403
 * the agent's own request. If it fails in between, the request still waits, and is confirmed again.
 */
export async function confirmErasing(
  app: App,
  places: readonly ErasedPlace[],
  by: Principal,
  request: ErasureRequest,
  inSameTransaction: WithChange,
): Promise<ErasedCustomer> {
  if (request.requestedBy.id === by.id) throw erasureRefusals.needsAnother()
  const { id, reason } = request
  const now = app.clock.now()
  const begun = await app.db.run(store.beginRequest, { merchantId: allMerchants, id, now, before: now - takeoverMs })
  if (begun.length === 0) throw erasureRefusals.noRequest()
  const done = await eraseCustomer(app, places, request, { by, reason, mostMs: eraseMs })
  await app.db.transaction(async (tx) => {
    await tx.run(store.completeRequest, { merchantId: allMerchants, id })
    await inSameTransaction(tx)
  })
  return done ?? { erased: 0, waiting: 0, until: null }
}

/** Withdraws a request. Any agent may do this. Refuses with 404 one that was decided, or is being carried out. */
export async function withdrawErasing(app: App, { id }: ErasureRequest, inSameTransaction: WithChange): Promise<void> {
  await app.db.transaction(async (tx) => {
    const before = app.clock.now() - takeoverMs
    const withdrawn = await tx.run(store.withdrawRequest, { merchantId: allMerchants, id, before })
    if (withdrawn.length === 0) throw erasureRefusals.noRequest()
    await inSameTransaction(tx)
  })
}

/** Removes requests that nobody decided in time, with their phones. Returns their number. */
export async function removeOldErasureRequests(app: App): Promise<number> {
  return (await app.db.run(store.deleteOldRequests, { merchantId: allMerchants, now: app.clock.now() })).length
}

/** Waiting requests that a sandbox made. */
export const sandboxErasureRequests: SandboxRemains = {
  one: 'request to erase a customer',
  many: 'requests to erase customers',
  done: 'removed',
  list: ({ db }) => db.run(store.listRequestsOfSandbox, { merchantId: allMerchants }),
  remove: ({ db }) => db.run(store.deleteRequestsOfSandbox, { merchantId: allMerchants }),
}

function requestFrom(row: RowOf<typeof store.requestColumns>): ErasureRequest {
  return {
    id: row.id,
    phone: row.phone,
    isTest: row.is_test,
    reason: row.reason,
    requestedBy: { id: row.requested_by, name: row.requested_name },
    requestedAt: row.requested_at,
    endsAt: row.ends_at,
  }
}

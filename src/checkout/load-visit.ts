import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app/app.ts'
import type { SessionId } from '../base/ids.ts'
import type { Region } from '../base/regions.ts'
import type { Instant } from '../base/times.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getStore } from '../merchants/get-store.ts'
import type { Store } from '../merchants/merchant.ts'
import type { SessionCharge } from './charge.ts'
import { findCustomer, getSession } from './get-session.ts'
import { type Session, statusOf } from './session.ts'
import type { ChargeState, Stage } from './states.ts'
import { chargeFrom, findLiveCharge } from './store/charges.ts'
import { findVisit, saveVisit, visitFrom, visitParams } from './store/visits.ts'
import { type ChargeStanding, newVisit, stageOf, type Visit } from './visit.ts'

/** A customer at the payment page: who it is, what was read, and the stage that follows from it. */
export interface Standpoint {
  readonly customer: Actor
  readonly session: Session
  readonly store: Store
  readonly visit: Visit
  /** The charge that is under way or approved. */
  readonly charge: SessionCharge | undefined
  readonly browserHash: Buffer
  readonly stage: Stage
  /** The merchant's time when it was read. */
  readonly now: Instant
}

/** Reads where a customer stands. Refuses with 404 a session that this region does not have. */
export async function loadVisit(
  app: App,
  region: Region,
  id: SessionId,
  browserHash: Buffer,
  requestId: string,
): Promise<Standpoint> {
  const customer = await findCustomer(app, region, id, requestId)
  const session = await getSession(app, customer, id)
  const [store, [visitRow], [chargeRow]] = await Promise.all([
    getStore(app, customer.merchantId, session.payment.storeId),
    app.db.run(findVisit, [customer.merchantId, id]),
    app.db.run(findLiveCharge, [customer.merchantId, id]),
  ])
  const visit = visitRow === undefined ? newVisit : visitFrom(visitRow)
  const charge = chargeRow === undefined ? undefined : chargeFrom(chargeRow)
  const now = nowFor(app, customer)
  const standing = {
    status: statusOf(session, now),
    isPaymentOpen: session.payment.status === 'CREATED',
    visit,
    charge: charge === undefined ? ('none' as const) : standingOf(charge.state),
    isSameBrowser: visit.browserHash !== null && timingSafeEqual(visit.browserHash, browserHash),
  }
  return { customer, session, store, visit, charge, browserHash, now, stage: stageOf(standing, now) }
}

function standingOf(state: ChargeState): ChargeStanding {
  return state === 'open' || state === 'challenged' ? state : 'none'
}

/** Saves what changed about a visit; false, and nothing written, when another tab or click was faster. */
export async function trySaveVisit(app: App, at: Standpoint, changes: Partial<Visit>): Promise<boolean> {
  const visit = { ...at.visit, ...changes }
  const saved = await app.db.run(saveVisit, visitParams(at.customer.merchantId, at.session.id, visit))
  return saved.length === 1
}

import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../../platform/app/app.ts'
import type { SessionId } from '../../../platform/base/ids.ts'
import type { Region } from '../../../platform/base/market-entries.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { nowFor, type Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { getStore } from '../../../platform/merchants/stores/stores.ts'
import type { Charge } from '../../charges/charge.ts'
import { findLiveCharge } from '../../charges/charges.ts'
import type { ChargeState } from '../../charges/states.ts'
import { isReferred } from '../../payments/payment.ts'
import { type CardFactor, findCardFactor } from '../card/card-factor.ts'
import { findLinkOfSession } from '../links/link-charge.ts'
import { type Session, statusOf } from '../sessions/session.ts'
import { findCustomer, getSession } from '../sessions/sessions.ts'
import { findProgress, progressFrom, progressRow, saveProgress } from '../store/progress.ts'
import { type ChargeStatus, type CheckoutProgress, newProgress, stageOf } from './progress.ts'
import type { Stage } from './states.ts'

/** The context of a customer at the payment page: the actor, the data that was read, and the stage. */
export interface CheckoutContext {
  readonly customer: Orderer
  readonly session: Session
  readonly store: Store
  readonly progress: CheckoutProgress
  /** The charge that is in flight or approved. */
  readonly charge: Charge | undefined
  /** The token of the payment link that opened the session; null without one. */
  readonly linkToken: string | null
  readonly browserHash: Buffer
  readonly stage: Stage
  /** The factor that this browser needs before the card is charged; `none` at every stage but `confirm`. */
  readonly cardFactor: CardFactor
  /** The merchant's time when it was read. */
  readonly now: Instant
}

/** Returns the context of a customer at the payment page. Refuses with 404 a session of another region. */
export async function loadProgress(
  app: App,
  region: Region,
  id: SessionId,
  browserHash: Buffer,
  requestId: string,
): Promise<CheckoutContext> {
  const customer = await findCustomer(app, region, id, requestId)
  const session = await getSession(app, customer, id)
  const key = { merchantId: customer.merchantId, sessionId: id }
  const [store, [progressRow], charge, link] = await Promise.all([
    getStore(app, customer.merchantId, session.payment.storeId),
    app.db.run(findProgress, key),
    findLiveCharge(app, key),
    findLinkOfSession(app, session),
  ])
  const progress = progressRow === undefined ? newProgress : progressFrom(progressRow)
  const now = nowFor(app, customer)
  const { payment } = session
  const status = {
    session: statusOf(session, now),
    isPaymentOpen: payment.status === 'CREATED',
    isReferred: isReferred(payment),
    progress,
    charge: chargeStatusOf(charge?.state),
    isSameBrowser: progress.browserHash !== null && timingSafeEqual(progress.browserHash, browserHash),
    link: link.state,
  }
  const stage = stageOf(status, now)
  const cardFactor = stage === 'confirm' ? await findCardFactor(app, { customer, progress, browserHash, now }) : 'none'
  const loaded = { customer, session, store, progress, charge, linkToken: link.token }
  return { ...loaded, browserHash, now, stage, cardFactor }
}

function chargeStatusOf(state: ChargeState | undefined): ChargeStatus {
  return state === 'open' || state === 'challenged' ? state : 'none'
}

/** Saves changes of a customer's progress. Returns false, and writes nothing, if another tab or click was faster. */
export async function trySaveProgress(
  app: App,
  { customer, session, progress }: CheckoutContext,
  changes: Partial<CheckoutProgress>,
): Promise<boolean> {
  const key = { merchantId: customer.merchantId, sessionId: session.id }
  const saved = await app.db.run(saveProgress, { ...key, ...progressRow({ ...progress, ...changes }) })
  return saved.length === 1
}

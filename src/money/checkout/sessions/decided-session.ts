import type { App } from '../../../platform/app/app.ts'
import { newOrderedId, newSecretId } from '../../../platform/base/ids.ts'
import { type Instant, second, wholeSecond } from '../../../platform/base/times.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { type Actor, nowFor, type Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { planName } from '../../../platform/merchants/stores/plan-terms.ts'
import { referralMs } from '../../payments/decide-referral.ts'
import { newPayment, newPaymentRecordOf } from '../../payments/new-payments.ts'
import { offeredBy, planFor } from '../../payments/payment-plan.ts'
import type { Decision } from '../../risk/judge.ts'
import { insertSessions, sessionRow } from '../store/sessions.ts'
import { decideOrder } from './decide-order.ts'
import type { ScoredOrder } from './port-question.ts'
import type { CheckoutRequest } from './read-checkout.ts'
import type { Session } from './session.ts'

/** The payment link that a session is for. */
export interface LinkOfSession {
  readonly id: string
  /** No session of the link is open after it. */
  readonly endsAt: Instant
  /** The hash of the browser that opened the link; null: the next one that does. */
  readonly openedBy: string | null
}

/** A new session with the decision about its order. */
export interface DecidedSession {
  readonly session: Session
  readonly decision: Decision
  readonly actor: Actor
  readonly openedBy: string | null
}

/** Returns a new session of an order, about which pre-scoring has decided. Stores nothing. */
export async function decideSession(
  app: App,
  caller: Orderer,
  store: Store,
  request: CheckoutRequest,
  link?: LinkOfSession,
): Promise<DecidedSession> {
  const { amountMinor } = request
  const order = {
    ...{ caller, store, request, sessionId: newSecretId(), paymentId: newOrderedId() },
    ...{ plans: offeredBy(planFor(store.offers, amountMinor)).map(planName), owedMinor: amountMinor },
  }
  const decision = await decideOrder(app, order)
  return { session: newSession(app, order, decision, link), decision, actor: caller, openedBy: link?.openedBy ?? null }
}

/** Counts a new session in the metrics. */
export function countCreated(app: App, { decision, actor }: DecidedSession): void {
  app.metrics.happened('payments', decision.outcome === 'rejected' ? 'refuse' : 'create', actor.isTest)
}

interface NewOrder extends ScoredOrder {
  readonly request: CheckoutRequest
}

function newSession(app: App, newOrder: NewOrder, decision: Decision, link: LinkOfSession | undefined): Session {
  const { outcome, reason, port } = decision
  const { caller: actor, store, request, sessionId: id, paymentId } = newOrder
  const createdAt = wholeSecond(nowFor(app, actor))
  const latestAt = link === undefined ? Number.POSITIVE_INFINITY : wholeSecond(link.endsAt)
  const expiresAt = Math.min(createdAt + store.sessionSeconds * second, latestAt)
  const { amountMinor, currency, orderReference, order, lang, merchantUrls, token } = request
  const payment = newPayment(actor, {
    id: paymentId,
    storeId: store.id,
    status: outcome === 'rejected' ? 'REJECTED' : 'CREATED',
    currency,
    amountMinor,
    plan: planFor(store.offers, amountMinor, outcome === 'rejected' ? null : port?.terms),
    orderReference,
    order,
    createdAt,
    expiresAt,
    dueAt: createdAt + store.paymentSeconds * second,
    referredUntil: outcome === 'referred' ? createdAt + referralMs : null,
  })
  const { merchantCode, name: storeName, logo: storeLogo } = store
  const shown = { merchantCode, storeName, storeLogo, lang, merchantUrls, token }
  const decided = { rejectionReason: reason, portLimit: port?.limit ?? null }
  return { id, ...shown, ...decided, linkId: link?.id ?? null, createdAt, expiresAt, payment }
}

/** Saves new sessions with their payments: those of one shard whole or not at all. */
export async function insertTogether(on: Queryable, created: readonly DecidedSession[]): Promise<void> {
  const payments = created.map(({ session, actor }) => newPaymentRecordOf(session.payment, actor))
  const sessions = created.map(({ session, decision, openedBy }) => sessionRow(session, decision, openedBy))
  await on.run(insertSessions, { payments, sessions })
}

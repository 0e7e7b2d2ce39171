import type { App } from '../../../platform/app/app.ts'
import { newOrderedId, newSecretId } from '../../../platform/base/ids.ts'
import { second, wholeSecond } from '../../../platform/base/times.ts'
import { batchCalls } from '../../../platform/db/batch-calls.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Actor, nowFor, type Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { planName } from '../../../platform/merchants/stores/plan-terms.ts'
import { referralMs } from '../../payments/decide-referral.ts'
import { createPayments, newPayment } from '../../payments/new-payments.ts'
import { offeredBy, planFor } from '../../payments/payment-plan.ts'
import type { Decision } from '../../risk/judge.ts'
import { insertSessions, sessionRow } from '../store/sessions.ts'
import { decideOrder } from './decide-order.ts'
import type { ScoredOrder } from './port-question.ts'
import type { CheckoutRequest } from './read-checkout.ts'
import type { Session } from './session.ts'

/**
 * Creates a session with its payment, which pre-scoring may reject, and stores the decision. Each call creates a new
 * one (docs/contract/checkout.md#create-a-session).
 */
export async function createSession(
  app: App,
  caller: Orderer,
  store: Store,
  request: CheckoutRequest,
): Promise<Session> {
  const { amountMinor } = request
  const order = {
    ...{ caller, store, request, sessionId: newSecretId(), paymentId: newOrderedId() },
    ...{ plans: offeredBy(planFor(store.offers, amountMinor)).map(planName), owedMinor: amountMinor },
  }
  const decision = await decideOrder(app, order)
  const session = newSession(app, order, decision)
  await creatorOf(app.db)({ session, decision, actor: caller })
  const event = decision.outcome === 'rejected' ? 'refuse' : 'create'
  app.metrics.happened('payments', event, caller.isTest)
  return session
}

interface NewOrder extends ScoredOrder {
  readonly request: CheckoutRequest
}

function newSession(app: App, newOrder: NewOrder, { outcome, reason, port }: Decision): Session {
  const { caller: actor, store, request, sessionId: id, paymentId } = newOrder
  const createdAt = wholeSecond(nowFor(app, actor))
  const expiresAt = createdAt + store.sessionSeconds * second
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
  return { id, ...shown, rejectionReason: reason, portLimit: port?.limit ?? null, createdAt, expiresAt, payment }
}

interface DecidedSession {
  readonly session: Session
  readonly decision: Decision
  readonly actor: Actor
}

const batches = { maxBatchSize: 32, maxInFlight: 2 }
const creators = new WeakMap<Db, (created: DecidedSession) => Promise<void>>()

function creatorOf(db: Db): (created: DecidedSession) => Promise<void> {
  const creator =
    creators.get(db) ??
    batchCalls(
      {
        ...batches,
        apart: ({ actor }: DecidedSession) => db.shardOf(actor.merchantId),
        follow: db.follow?.('create_sessions'),
      },
      async (created) => {
        await createTogether(db, created)
        return created.map(() => undefined)
      },
    )
  creators.set(db, creator)
  return creator
}

// One transaction for sessions that are created at the same time, with their payments.
async function createTogether(db: Db, created: readonly DecidedSession[]): Promise<void> {
  await db.transaction(async (tx) => {
    await createPayments(
      tx,
      created.map(({ session, actor }) => ({ payment: session.payment, actor })),
    )
    await tx.run(insertSessions, { sessions: created.map(({ session, decision }) => sessionRow(session, decision)) })
  })
}

import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId, SessionId } from '../../../platform/base/ids.ts'
import type { Region } from '../../../platform/base/market-entries.ts'
import { customer } from '../../../platform/base/principal.ts'
import type { Tx, WithChange } from '../../../platform/db/db.ts'
import {
  type Actor,
  type MerchantMode,
  nowFor,
  type Orderer,
  serviceActor,
} from '../../../platform/merchants/caller.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { expirePayment } from '../../payments/checkout-changes.ts'
import { getPayment } from '../../payments/get-payment.ts'
import type { Payment } from '../../payments/payment.ts'
import { refusals } from '../refusals.ts'
import { recordCancel } from '../store/progress.ts'
import { countSessionsOfSandbox, listSessionsOfSandbox } from '../store/sandbox.ts'
import {
  findSessionOfPayment,
  findSessionOwner,
  findSessionRow,
  findUrlsOfPayment,
  sessionFrom,
} from '../store/sessions.ts'
import type { MerchantUrls } from './read-checkout.ts'
import { type Session, statusOf } from './session.ts'

/** Returns the session with its payment, both current. Refuses with 404 a session of another merchant or mode. */
export async function getSession(app: App, actor: Actor, id: SessionId): Promise<Session> {
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findSessionRow, { merchantId, id, isTest })
  if (row === undefined) throw refusals.noSuchSession()
  return sessionFrom(row, await getPayment(app, actor, row.payment_id))
}

/** Returns the customer of a session as the actor. Refuses an id of another region. */
export async function findCustomer(app: App, region: Region, id: SessionId, requestId: string): Promise<Orderer> {
  const [owner] = await app.db.run(findSessionOwner, { id })
  if (owner === undefined || owner.region !== region) throw refusals.noSuchSession()
  const { merchant_id, is_test, clock_offset_ms, has_risk_rules } = owner
  return {
    merchantId: merchant_id,
    isTest: is_test,
    principal: customer,
    requestId,
    clockOffsetMs: Number(clock_offset_ms),
    hasRiskRules: has_risk_rules,
  }
}

/** Returns the payment's checkout, and whether its merchant has risk rules; undefined without one. */
export async function findSessionOf(
  app: App,
  { merchantId }: Actor,
  paymentId: PaymentId,
): Promise<(Pick<Session, 'id' | 'lang' | 'portLimit' | 'linkId'> & Pick<Orderer, 'hasRiskRules'>) | undefined> {
  const [row] = await app.db.run(findSessionOfPayment, { merchantId, paymentId })
  if (row === undefined) return undefined
  const { id, lang, port_limit: portLimit, link_id: linkId, has_risk_rules: hasRiskRules } = row
  return { id, lang: lang === 'ar' ? 'ar' : 'en', portLimit, linkId, hasRiskRules }
}

/** Returns the merchant's addresses for this payment; undefined without a session in this mode. */
export async function findMerchantUrls(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<MerchantUrls | undefined> {
  const [row] = await app.db.run(findUrlsOfPayment, { merchantId, paymentId, isTest })
  return row && { success: row.success_url, cancel: row.cancel_url, failure: row.failure_url }
}

/**
 * Cancels an open session: it and its payment expire. `inSameTransaction`: extra writes. Refuses a finished session.
 */
export async function cancelSession(
  app: App,
  actor: Actor,
  id: SessionId,
  inSameTransaction?: WithChange,
): Promise<Session> {
  const session = await getSession(app, actor, id)
  if (statusOf(session, nowFor(app, actor)) !== 'created') throw refusals.finalized()
  return { ...session, payment: await expireSession(app, actor, session, inSameTransaction) }
}

/**
 * Ends a session for the customer or the merchant: its payment expires, and the page shows a cancellation. One
 * transaction with `inSameTransaction`. Refuses if the payment is not open any more.
 */
export async function expireSession(
  app: App,
  actor: Actor,
  session: Session,
  inSameTransaction?: WithChange,
): Promise<Payment> {
  const payment = await app.db.transaction(async (tx) => {
    await inSameTransaction?.(tx)
    return expireSessionWithin(app, tx, actor, session)
  })
  app.deliveriesDue.wake()
  return payment
}

/** Ends a session in a transaction, likewise. */
export async function expireSessionWithin(app: App, tx: Tx, actor: Actor, session: Session): Promise<Payment> {
  const { merchantId } = actor
  await tx.run(recordCancel, { merchantId, sessionId: session.id, at: nowFor(app, actor) })
  return expirePayment(app, tx, actor, session.payment)
}

/** Checkout sessions of a sandbox that are still open. */
export const sandboxSessions: SandboxRemains = {
  one: 'open checkout session',
  many: 'open checkout sessions',
  done: 'ended',
  list: ({ db }, isUnmarkedToo) => db.run(countSessionsOfSandbox, { isUnmarkedToo }),
  async remove(app, isUnmarkedToo) {
    for (const { merchant_id } of await app.db.run(countSessionsOfSandbox, { isUnmarkedToo })) {
      await endSessions(app, merchant_id, isUnmarkedToo)
    }
  },
}

async function endSessions(app: App, merchantId: MerchantId, isUnmarkedToo: boolean): Promise<void> {
  for (const { id, is_test: isTest } of await app.db.run(listSessionsOfSandbox, { merchantId, isUnmarkedToo })) {
    const actor = serviceActor(merchantId, isTest, 0)
    await expireSession(app, actor, await getSession(app, actor, id))
  }
}

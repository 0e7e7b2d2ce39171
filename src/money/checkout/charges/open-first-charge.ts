import type { App } from '../../../platform/app/app.ts'
import { greatest } from '../../../platform/base/money.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { formatSeconds } from '../../../platform/base/times.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { nowFor, type Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { planName } from '../../../platform/merchants/stores/plan-terms.ts'
import type { Agreement } from '../../charges/agreement.ts'
import type { Charge } from '../../charges/charge.ts'
import { openCharge } from '../../charges/charges.ts'
import { countOrdersOfDay, findDebt } from '../../collections/customers.ts'
import { rejectPayment } from '../../payments/checkout-changes.ts'
import type { Payment } from '../../payments/payment.ts'
import { serviceFeeOf } from '../../plans/service-fee.ts'
import { findRules, type OrderRules } from '../../risk/find-rules.ts'
import { type CustomerFacts, type Decision, judgePayer, needsFacts, withPort } from '../../risk/judge.ts'
import { limitOf } from '../../risk/port-verdict.ts'
import { reserveLink } from '../links/link-charge.ts'
import { applicantOf, decideAbout } from '../sessions/decide-order.ts'
import { findStoredDecision, storeDecisionAgain } from '../sessions/decisions.ts'
import type { ScoredOrder } from '../sessions/port-question.ts'
import type { Session } from '../sessions/session.ts'
import { lockCustomer } from '../store/sessions.ts'

/** A first charge of an order whose customer is known now. */
interface FirstCharge {
  readonly customer: Orderer
  readonly store: Store
  readonly session: Pick<Session, 'id' | 'portLimit' | 'linkId'>
  /** With the terms that the customer chose. */
  readonly payment: Payment
  readonly charge: Charge
  readonly agreement: Agreement | undefined
}

/** Thrown to undo the transaction of a charge that the decision does not allow. */
class NotAllowed extends Error {
  readonly decision: Decision

  constructor(decision: Decision) {
    super('the customer may not owe the order')
    this.decision = decision
  }
}

/**
 * Stores a first charge before the processor is called, if the customer of its phone may owe the order
 * (docs/contract/money.md#risk). `busy`: another charge of the payment, or of its payment link, is under way, or the
 * link is over. `refused`: nothing is charged, and the payment is REJECTED. Charges of one phone that a limit counts are
 * judged one after the other. Refuses with 409 a payment that changes at the same time.
 */
export async function openFirstCharge(app: App, first: FirstCharge): Promise<'opened' | 'busy' | 'refused'> {
  const { customer, store, payment, charge } = first
  const buyer = { phone: charge.phone, email: payment.order.buyer.email }
  const order = scoredOrder(first)
  const found = await findRules(app, customer, store, buyer)
  const scored = await scoreOther(app, order, charge.phone, found)
  const judging = { app, order, found, scored, phone: charge.phone, limit: limitAfter(first, scored) }
  try {
    const isOpened = await open(app, first, judging)
    return isOpened ? 'opened' : 'busy'
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    const { decision } = error
    await rejectPayment(app, customer, payment.id, (tx) => storeAgain(app, tx, first, decision))
    return 'refused'
  }
}

function scoredOrder({ customer: caller, store, session, payment, charge }: FirstCharge): ScoredOrder {
  const { chosen } = payment.plan
  const order = { caller, store, request: payment, sessionId: session.id, paymentId: payment.id }
  return { ...order, plans: [planName(chosen)], owedMinor: greatest(payment.amountMinor, leftAfter(payment, charge)) }
}

/** Returns what the customer owes of the order once the charge is approved, in minor units. */
function leftAfter({ amountMinor, plan }: Payment, charge: Charge): bigint {
  return amountMinor + serviceFeeOf(plan.chosen, amountMinor) - charge.amountMinor
}

// The answer of the scoring service was about the shop's phone. Another phone is another customer. Nobody waits for
// support at this point, so an order that it refers is declined.
async function scoreOther(
  app: App,
  order: ScoredOrder,
  phone: string,
  found: OrderRules,
): Promise<Decision | undefined> {
  const { store, request } = order
  if (phone === (parsePhone(request.order.buyer.phone, store.country) ?? '')) return undefined
  if (!found.hasDouble && app.scoring === undefined) return undefined
  const decision = await decideAbout(app, order, phone, found, judgePayer)
  if (decision.outcome === 'approved') return decision.port && decision
  const { port } = decision
  return decision.outcome === 'referred' && port ? withPort(decision, { ...port, declined_by: 'answer' }) : decision
}

function limitAfter({ session, payment }: FirstCharge, scored: Decision | undefined): bigint | null {
  return limitOf(scored?.port === undefined ? session.portLimit : scored.port.limit, payment.currency)
}

interface Judging {
  readonly app: App
  readonly order: ScoredOrder
  readonly found: OrderRules
  readonly scored: Decision | undefined
  readonly phone: string
  /** The scoring service's limit, in minor units. */
  readonly limit: bigint | null
}

// Without a limit one statement is enough. With one, the charge is stored first, so that a second press of the same
// order ends here, and is removed again if the decision does not allow it. The charge of a link also reserves the link.
async function open(app: App, first: FirstCharge, judging: Judging): Promise<boolean> {
  const { payment, charge, agreement, session } = first
  const { linkId } = session
  const details = { agreement, exposureMinor: leftAfter(payment, charge) }
  const { scored } = judging
  const hasLimits = needsFacts(judging.found.rules) || judging.limit !== null
  const isAlone = scored === undefined && !hasLimits && linkId === null
  if (isAlone && (await judgeNow(app.db, judging)).outcome !== 'rejected') return openCharge(app.db, charge, details)
  return app.db.transaction(async (tx) => {
    await tx.run(lockCustomer, { isTest: charge.isTest, phone: charge.phone })
    if (linkId !== null && !(await reserveLink(tx, linkId, charge))) return false
    if (!(await openCharge(tx, charge, details))) return false
    const decision = scored?.outcome === 'rejected' ? scored : await judgeNow(tx, judging)
    if (decision.outcome === 'rejected') throw new NotAllowed(decision)
    if (scored !== undefined) await storeAgain(app, tx, first, decision)
    return true
  })
}

async function judgeNow(on: Queryable, { app, order, found, scored, phone, limit }: Judging): Promise<Decision> {
  const { rules, isBlocked } = found
  const hasInput = phone !== '' && (needsFacts(rules) || limit !== null)
  const facts = hasInput ? await findFacts(on, app, order, { phone, found }) : undefined
  const byRules = judgePayer(rules, applicantOf(app, order, phone, isBlocked), facts)
  const judged = scored?.port === undefined ? byRules : { ...byRules, port: scored.port }
  if (judged.outcome === 'rejected' || facts === undefined || limit === null) return judged
  if (facts.openMinor + order.owedMinor <= limit) return judged
  const port = judged.port ?? (await findStoredDecision(on, order.caller, order.paymentId))?.port
  return port === undefined ? judged : withPort(judged, { ...port, declined_by: 'limit' })
}

// Also counts the orders whose first charge is under way: they are owed as soon as it is approved.
async function findFacts(
  on: Queryable,
  app: App,
  { caller, request, paymentId }: ScoredOrder,
  { phone, found }: Pick<Judging, 'phone' | 'found'>,
): Promise<CustomerFacts> {
  const customer = { phone, currency: request.currency, now: nowFor(app, caller) }
  const isCounted = found.rules.maxOrdersPerDay !== null
  const debt = await findDebt(on, caller, customer, paymentId)
  return { ...debt, ordersLastDay: isCounted ? await countOrdersOfDay(on, caller, customer, paymentId) : 0 }
}

function storeAgain(app: App, tx: Tx, { customer, payment }: FirstCharge, decision: Decision): Promise<void> {
  return storeDecisionAgain(tx, customer, payment.id, decision, formatSeconds(nowFor(app, customer)))
}

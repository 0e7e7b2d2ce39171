import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { signDocument } from '../../platform/signing/sign-document.ts'
import { planWire } from '../collections/wire.ts'
import type { Facts } from '../explain/facts.ts'
import { loadFacts } from '../explain/load-facts.ts'
import { keptFee, planTotal } from '../payments/payment-plan.ts'
import { headOf, paymentOf } from './document-parts.ts'
import { makeInTurn } from './document-turns.ts'

/** `statement`: how a plan stands. `letter`: that nothing of it is owed. */
export type PlanDocumentKind = 'statement' | 'letter'

/** Why a document is not made: there is no plan, or something is owed. */
export type NoDocument = 'no_plan' | 'owed'

/** The content of a statement or a letter. Amounts are texts in the payment's currency. */
export type PlanDocument = ReturnType<typeof contentOf>

interface MadeDocument {
  readonly content: PlanDocument
  /** The signed document in its canonical form. */
  readonly signed: string
}

/**
 * Returns a signed statement or clearance letter of a payment's plan, or why there is none
 * (docs/contract/terms.md#a-customers-documents). Refuses with 429 if too many documents wait.
 */
export function makePlanDocument(
  app: App,
  paymentId: PaymentId,
  kind: PlanDocumentKind,
): Promise<MadeDocument | NoDocument> {
  return makeInTurn(app, () => makeNow(app, paymentId, kind))
}

async function makeNow(app: App, paymentId: PaymentId, kind: PlanDocumentKind): Promise<MadeDocument | NoDocument> {
  const facts = await loadFacts(app, paymentId)
  if (facts?.plan === undefined) return 'no_plan'
  const content = contentOf(app, facts, facts.plan, kind)
  if (kind === 'letter' && content.plan.isOwed) return 'owed'
  return { content, signed: await signDocument(app, { ...content, plan: wireOf(content.plan) }) }
}

function contentOf(app: App, facts: Facts, plan: NonNullable<Facts['plan']>, kind: PlanDocumentKind) {
  const { payment } = facts
  const { captures, refunds, disputes, ...head } = paymentOf(facts)
  const { paidMinor, writtenOffMinor } = plan.payment
  const { status, total, paid, returned, installments, charges, returns } = planWire(plan).plan
  const amount = (minor: bigint): string => formatAmount(minor, payment.currency)
  const leftMinor = planTotal(plan.payment) - paidMinor - writtenOffMinor
  return {
    ...headOf(app, kind === 'statement' ? 'qist-statement/1' : 'qist-letter/1', facts),
    payment: { ...head, currency: head.currency as Currency },
    customer: { name: payment.order.buyer.name, phone_last_four: plan.collection.phone.slice(-4) },
    plan: {
      ...{ status, total, paid, written_off: amount(writtenOffMinor), owed: amount(leftMinor), returned },
      ...{ service_fee: amount(keptFee(plan.payment)), installments, charges, returns, isOwed: leftMinor > 0n },
    },
  }
}

function wireOf({ isOwed, ...plan }: PlanDocument['plan']) {
  return { ...plan, nothing_is_owed: !isOwed }
}

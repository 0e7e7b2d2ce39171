import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { signDocument } from '../../platform/signing/sign-document.ts'
import { planWire } from '../collections/wire.ts'
import type { Facts } from '../explain/facts.ts'
import { loadFacts } from '../explain/load-facts.ts'
import { keptFee } from '../payments/payment-plan.ts'
import { headOf, paymentOf } from './document-parts.ts'

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
 * (docs/contract/terms.md#a-customers-documents).
 */
export async function makePlanDocument(
  app: App,
  paymentId: PaymentId,
  kind: PlanDocumentKind,
): Promise<MadeDocument | NoDocument> {
  const facts = await loadFacts(app, paymentId)
  if (facts?.plan === undefined) return 'no_plan'
  const content = contentOf(app, facts, facts.plan, kind)
  if (kind === 'letter' && content.plan.isOwed) return 'owed'
  return { content, signed: await signDocument(app, { ...content, plan: wireOf(content.plan) }) }
}

function contentOf(app: App, facts: Facts, plan: NonNullable<Facts['plan']>, kind: PlanDocumentKind) {
  const { payment } = facts
  const { captures, refunds, disputes, ...head } = paymentOf(facts)
  const { status, total, paid, owed, returned, installments, charges, returns } = planWire(plan).plan
  const fee = formatAmount(keptFee(payment), payment.currency)
  const isOwed = owed !== formatAmount(0n, payment.currency) && !owed.startsWith('-')
  return {
    ...headOf(app, kind === 'statement' ? 'qist-statement/1' : 'qist-letter/1', facts),
    payment: { ...head, currency: head.currency as Currency },
    customer: { name: payment.order.buyer.name, phone_last_four: plan.collection.phone.slice(-4) },
    plan: { status, total, paid, owed, returned, service_fee: fee, installments, charges, returns, isOwed },
  }
}

function wireOf({ isOwed, ...plan }: PlanDocument['plan']) {
  return { ...plan, nothing_is_owed: !isOwed }
}

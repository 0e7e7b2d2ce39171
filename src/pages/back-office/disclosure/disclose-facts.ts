import type { LoadedPlan } from '../../../money/collections/get-plan.ts'
import type { Facts } from '../../../money/explain/facts.ts'
import type { Announcement } from '../../../platform/webhooks/story/list-announcements.ts'
import { type DisclosedPayment, disclosePayment, hidePayment } from './disclose-payment.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

type FactsOfPayment = Omit<Facts, 'payment'> & { readonly payment: DisclosedPayment }
export type DisclosedFacts = Disclosed<FactsOfPayment>

/**
 * Returns the facts of a payment's story as the visit may see them. An agent's reason for a return is never hidden: the
 * agent who confirms must read it.
 */
export function discloseFacts(reader: PersonalReader, facts: Facts): DisclosedFacts {
  return disclose(reader, { ...facts, payment: disclosePayment(reader, facts.payment) }, hideFacts)
}

function hideFacts(facts: FactsOfPayment): FactsOfPayment {
  return {
    ...facts,
    plan: facts.plan && hidePlan(facts.plan),
    steps: facts.steps.map((step) => ({ ...step, referenceId: step.referenceId && hiddenText })),
    messages: facts.messages.map((message) => ({ ...message, text: hiddenText })),
    announcements: facts.announcements.map(hideAnswers),
    lines: facts.lines.map((line) => ({ ...line, orderReference: line.paymentId, referenceId: hiddenText })),
  }
}

function hidePlan(plan: LoadedPlan): LoadedPlan {
  return {
    ...plan,
    payment: hidePayment(plan.payment),
    collection: { ...plan.collection, phone: '' },
    charges: plan.charges.map((charge) => ({ ...charge, phone: '' })),
  }
}

function hideAnswers(announcement: Announcement): Announcement {
  const deliveries = announcement.deliveries.map((delivery) => ({
    ...delivery,
    tried: delivery.tried.map((attempt) => ({ ...attempt, answer: '' })),
  }))
  return { ...announcement, deliveries }
}

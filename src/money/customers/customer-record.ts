import type { App } from '../../platform/app/app.ts'
import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import { findAgreement } from '../charges/charges.ts'
import { findVisit } from '../checkout/sessions/find-visit.ts'
import { planWire } from '../collections/wire.ts'
import { getDispute } from '../disputes/disputes.ts'
import type { Facts } from '../explain/facts.ts'
import { loadFacts } from '../explain/load-facts.ts'
import { paymentWire } from '../payments/wire.ts'
import type { Customer, CustomerPayment } from './find-purchases.ts'

const when = (at: Instant | null): string | null => (at === null ? null : formatSeconds(at))

/** Everything that is kept about one payment of a customer, as JSON. `files`: the customer's own, by dispute. */
export interface PaymentRecord {
  readonly name: string
  /** Of the order and of its disputes. */
  readonly emails: readonly string[]
  readonly language: 'en' | 'ar'
  readonly purchase: object
  readonly messages: readonly object[]
  readonly decisions: readonly object[]
  readonly disputes: readonly object[]
  readonly visits: readonly object[]
  readonly fileIds: readonly string[]
}

/**
 * Reads what is kept about a payment of a customer. Undefined if it was removed meanwhile, or if the shop sent this phone
 * and somebody else proved another one.
 */
export async function readPaymentRecord(
  app: App,
  { phone }: Customer,
  { id, actor }: CustomerPayment,
): Promise<PaymentRecord | undefined> {
  const facts = await loadFacts(app, id)
  if (facts === undefined) return undefined
  const { payment, plan, decision, cases } = facts
  const [agreement, visit, disputes] = await Promise.all([
    findAgreement(app, actor, id),
    findVisit(app, actor, id),
    Promise.all(cases.map((one) => getDispute(app, actor, one.id))),
  ])
  const proved = plan?.collection.phone || visit?.phone || phone
  if (proved !== phone) return undefined
  const { buyer } = payment.order
  return {
    name: buyer.name,
    emails: [buyer.email, ...disputes.map(({ dispute }) => dispute.customerEmail)],
    language: visit?.language ?? 'en',
    purchase: {
      merchant: facts.merchantName,
      store: facts.store.name,
      payment: paymentWire(payment, facts.now),
      plan: plan === undefined ? null : planWire(plan).plan,
      agreed: agreement ?? null,
    },
    messages: messagesOf(facts),
    decisions: decision === undefined ? [] : [{ payment_id: id, ...decision }],
    disputes: disputes.map(disputeRecord),
    visits: visit === undefined ? [] : [visit],
    fileIds: disputes.flatMap(({ history }) =>
      history.filter(({ source }) => source === 'customer').flatMap(({ attachmentIds }) => attachmentIds),
    ),
  }
}

function messagesOf({ messages, payment }: Facts): object[] {
  return messages.map(({ kind, at, state, text }) => {
    return { payment_id: payment.id, kind, at: formatSeconds(at), state, text }
  })
}

function disputeRecord({ dispute, history }: Awaited<ReturnType<typeof getDispute>>): object {
  const { id, paymentId, status, reason, comment, customerEmail, items, createdAt, dueAt } = dispute
  return {
    ...{ id, payment_id: paymentId, status, reason, comment, email: customerEmail, items },
    ...{ created_at: formatSeconds(createdAt), due_at: when(dueAt) },
    history: history.map(({ source, eventType, content, note, attachmentIds, createdAt: at }) => {
      return { source, event: eventType, content, note, files: attachmentIds, at: formatSeconds(at) }
    }),
  }
}

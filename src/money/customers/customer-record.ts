import type { App } from '../../platform/app/app.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import type { Charge } from '../charges/charge.ts'
import { listAgreements, listCharges } from '../charges/charges.ts'
import { findLinkOf } from '../checkout/links/links.ts'
import { findVisit } from '../checkout/sessions/find-visit.ts'
import { planWire } from '../collections/wire.ts'
import { getDispute } from '../disputes/disputes.ts'
import type { Facts } from '../explain/facts.ts'
import { loadFacts } from '../explain/load-facts.ts'
import { paymentWire } from '../payments/wire.ts'
import { type Claim, type Customer, type CustomerPayment, claimOf } from './customer-payments.ts'

const when = (at: Instant | null): string | null => (at === null ? null : formatSeconds(at))

/** The lists of an export. */
export const sections = ['purchases', 'messages', 'decisions', 'disputes', 'visits'] as const
export type Section = (typeof sections)[number]

/** Everything that is kept about one payment of a customer, as JSON. */
export interface PaymentRecord {
  readonly claim: Exclude<Claim, 'foreign'>
  readonly name: string
  /** Of the order and of its disputes. */
  readonly emails: readonly string[]
  readonly language: 'en' | 'ar'
  readonly lists: Readonly<Record<Section, readonly object[]>>
  /** The customer's own files in disputes. */
  readonly fileIds: readonly string[]
}

/**
 * Reads what is kept about a payment of a customer. Undefined if it was removed meanwhile, or if somebody else proved
 * another phone on its page.
 */
export async function readPaymentRecord(
  app: App,
  customer: Customer,
  { id, actor }: CustomerPayment,
): Promise<PaymentRecord | undefined> {
  const facts = await loadFacts(app, id)
  if (facts === undefined) return undefined
  const visit = await findVisit(app, actor, id)
  const claim = claimOf(customer, facts.plan, visit)
  if (claim === 'foreign') return undefined
  const [charges, agreements, link, disputes] = await Promise.all([
    listCharges(app, actor, id),
    listAgreements(app, actor, id),
    findLinkOf(app, actor, id),
    Promise.all(facts.cases.map((one) => getDispute(app, actor, one.id))),
  ])
  const { payment, plan, decision } = facts
  const { buyer } = payment.order
  const chargeRecords = charges.map((charge) => ({
    ...chargeRecord(charge),
    agreed: agreements.get(charge.id) ?? null,
  }))
  return {
    claim,
    name: buyer.name,
    emails: [buyer.email, ...disputes.map(({ dispute }) => dispute.customerEmail)],
    language: visit?.language ?? 'en',
    lists: {
      purchases: [
        {
          ...outlineOf(facts),
          payment: paymentWire(payment, facts.now),
          plan: plan === undefined ? null : planWire(plan).plan,
          charges: chargeRecords,
          link: link ?? null,
          ...happenedTo(facts),
        },
      ],
      messages: messagesOf(facts),
      decisions: decision === undefined ? [] : [{ payment_id: id, ...decision }],
      disputes: disputes.map(disputeRecord),
      visits: visit === undefined ? [] : [visit],
    },
    fileIds: disputes.flatMap(({ history }) =>
      history.filter(({ source }) => source === 'customer').flatMap(({ attachmentIds }) => attachmentIds),
    ),
  }
}

/** Returns the shop of a payment and what the order was, without its buyer. */
function outlineOf({ merchantName, store, payment }: Facts) {
  return {
    merchant: merchantName,
    store: store.name,
    payment: {
      ...{ id: payment.id, created_at: formatSeconds(payment.createdAt), status: payment.status },
      ...{ amount: formatAmount(payment.amountMinor, payment.currency), currency: payment.currency },
      order: { reference_id: payment.orderReference },
    },
  }
}

/**
 * Returns the record of an order that nobody proved to be theirs, for somebody who has no more than its phone: the shop
 * may have mistyped it. Without buyer, address and items.
 */
export function outlineRecord(record: PaymentRecord): PaymentRecord {
  const outlines = record.lists.purchases.map((purchase) => {
    const { merchant, store, payment } = purchase as ReturnType<typeof outlineOf>
    const { id, created_at, status, amount, currency, order } = payment
    const { reference_id } = order
    return { merchant, store, payment: { id, created_at, status, amount, currency, order: { reference_id } } }
  })
  const none = { messages: [], decisions: [], disputes: [], visits: [] }
  return { ...record, name: '', emails: [], lists: { purchases: outlines, ...none }, fileIds: [] }
}

function chargeRecord({ id, kind, state, amountMinor, currency, declineReason, createdAt, phone, card }: Charge) {
  return {
    ...{ id, kind, state, amount: formatAmount(amountMinor, currency), decline_reason: declineReason },
    ...{ at: formatSeconds(createdAt), phone },
    card: { brand: card.brand, last_four: card.lastFour, expiry: `${card.expiryMonth}/${card.expiryYear}` },
  }
}

// Who acted is not told: agents and the shop's people have names, too.
function happenedTo({ steps, announcements, returnRequests, payment }: Facts) {
  return {
    steps: steps.map(({ at, transition, statusAfter }) => ({
      at: formatSeconds(at),
      step: transition,
      status: statusAfter,
    })),
    notifications: announcements.map(({ at, status, sequence }) => ({ at: formatSeconds(at), status, sequence })),
    refund_requests: returnRequests.map(({ requestedAt, amountMinor, reason, state }) => {
      return { at: formatSeconds(requestedAt), amount: formatAmount(amountMinor, payment.currency), reason, state }
    }),
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

import type { Return } from '../../../money/charges/return.ts'
import type { LateVoid } from '../../../money/charges/voids.ts'
import type { DefaultedPlan } from '../../../money/collections/list-defaulted.ts'
import { timeLeft } from '../../../money/disputes/dispute.ts'
import type { ReferredPayment } from '../../../money/payments/referred-payments.ts'
import type { BankPayout } from '../../../money/settlements/payout.ts'
import type { Claim } from '../../../platform/people/claims/claims.ts'
import { Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import type { DisclosedOpenDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import { disputeTones, leftText, waitsFor } from '../disputes/status.ts'
import type { SupportVisit } from '../page.ts'
import { QueueTable } from './queue-table.ts'
import type { AgentNames } from './requesters.ts'

interface PartProps {
  readonly visit: SupportVisit
  readonly title: string
  readonly id?: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly children?: Content
}

/** A panel with the first rows of a list, and a link to the whole list. */
export function Part({ visit, title, id, path, query, children }: PartProps): Content {
  const { words, address } = visit
  const label = words.texts.allOf(title)
  const aside = html`<a class="quiet" href=${address(path, query)} aria-label=${label}>${words.texts.all}</a>`
  return Panel({ title, ...(id !== undefined && { id }), aside, children })
}

export interface Rows<T> {
  readonly visit: SupportVisit
  readonly rows: readonly T[]
  /** The claims of the rows, by the item's id. */
  readonly claims: ReadonlyMap<string, Claim>
}

/** Requests that another agent must confirm, and the names of their agents. */
export interface RequestRows<T> extends Rows<T> {
  readonly names: AgentNames
}

type WithMerchantName<T> = T & { readonly merchantName: string }

export const name = (text: string): Content => html`<bdi>${text}</bdi>`

/** Disputes, and who acts next on each. */
export function DisputesTable({ visit, rows, claims }: Rows<DisclosedOpenDispute>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.disputesCaption,
    columns: [
      { label: texts.payment },
      { label: texts.merchant },
      { label: texts.openedAt, isMinor: true },
      { label: texts.reason, isMinor: true },
      { label: texts.waitsForLabel },
      { label: texts.timeLeft },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map(({ dispute, merchantName, now }) => ({
      item: { kind: 'dispute', id: dispute.id },
      href: address(`disputes/${dispute.id}`),
      cells: [
        name(dispute.paymentId),
        name(merchantName),
        moment(dispute.createdAt, dispute.currency),
        texts.disputeReasons[dispute.reason],
        StatusTag({ tone: disputeTones[dispute.status], text: texts.waits[waitsFor[dispute.status]] }),
        leftText(timeLeft(dispute, now), words) ?? '–',
        words.money(dispute.amountMinor, dispute.currency),
      ],
    })),
  })
}

/** Orders that the scoring service has referred, and until when support may decide. */
export function ReferralsTable({ visit, rows, claims }: Rows<ReferredPayment>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.referralsCaption,
    columns: [
      { label: texts.payment },
      { label: texts.orderedAt, isMinor: true },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.decideUntil },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((order) => ({
      item: { kind: 'payment', id: order.id },
      href: address(`payments/${order.id}`),
      cells: [
        name(order.id),
        moment(order.createdAt, order.currency),
        name(order.merchantName),
        order.isTest ? texts.test : texts.live,
        moment(order.referredUntil, order.currency),
        words.money(order.amountMinor, order.currency),
      ],
    })),
  })
}

/** Defaulted plans, and the owed amount. */
export function DefaultedTable({ visit, rows, claims }: Rows<DefaultedPlan>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.defaultedCaption,
    columns: [
      { label: texts.payment },
      { label: texts.defaultedAt },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.owed, isNumber: true },
    ],
    rows: rows.map((plan) => ({
      item: { kind: 'payment', id: plan.paymentId },
      href: address(`payments/${plan.paymentId}`),
      cells: [
        name(plan.paymentId),
        moment(plan.at, plan.currency),
        name(plan.merchantName),
        plan.isTest ? texts.test : texts.live,
        words.money(plan.owedMinor, plan.currency),
      ],
    })),
  })
}

/** Returns that did not arrive at the card. */
export function FailedReturnsTable({ visit, rows, claims }: Rows<WithMerchantName<Return>>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.failedCaption,
    columns: [
      { label: texts.payment },
      { label: texts.sentAt },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((sent) => ({
      item: { kind: 'payment', id: sent.paymentId },
      href: address(`payments/${sent.paymentId}`),
      cells: [
        name(sent.paymentId),
        moment(sent.createdAt, sent.currency),
        name(sent.merchantName),
        sent.isTest ? texts.test : texts.live,
        words.money(sent.amountMinor, sent.currency),
      ],
    })),
  })
}

/** Charges that arrived too late more than a day ago, and are not voided yet. */
export function LateVoidsTable({ visit, rows, claims }: Rows<LateVoid>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.voidsCaption,
    columns: [
      { label: texts.payment },
      { label: texts.chargedAt },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((charge) => ({
      item: { kind: 'payment', id: charge.paymentId },
      href: address(`payments/${charge.paymentId}`),
      cells: [
        name(charge.paymentId),
        moment(charge.since, charge.currency),
        name(charge.merchantName),
        charge.isTest ? texts.test : texts.live,
        words.money(charge.amountMinor, charge.currency),
      ],
    })),
  })
}

/** Payouts that the bank file leaves out. */
export function HeldPayoutsTable({ visit, rows, claims }: Rows<WithMerchantName<BankPayout>>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return QueueTable({
    ...{ visit, claims },
    caption: texts.heldCaption,
    columns: [
      { label: texts.madeAt },
      { label: texts.merchant },
      { label: texts.store },
      { label: texts.why, isMinor: true },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((payout) => ({
      item: { kind: 'merchant', id: payout.merchantId },
      href: address(`merchants/${payout.merchantId}`),
      cells: [
        moment(payout.createdAt, payout.currency),
        name(payout.merchantName),
        name(payout.merchantCode),
        texts.heldNoIban,
        words.money(payout.amountMinor, payout.currency),
      ],
    })),
  })
}

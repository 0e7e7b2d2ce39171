import type { Return } from '../../../money/charges/return.ts'
import type { LateVoid } from '../../../money/charges/voids.ts'
import type { DefaultedPlan } from '../../../money/collections/list-defaulted.ts'
import { daysLeft } from '../../../money/disputes/dispute.ts'
import type { ReferredPayment } from '../../../money/payments/referred-payments.ts'
import type { ReturnRequest } from '../../../money/payments/return-requests/return-request.ts'
import type { BankPayout } from '../../../money/settlements/payout.ts'
import { DataTable } from '../../../platform/ui/back-office/components/data-table.ts'
import { Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import type { DisclosedOpenDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import { disputeTones, waitsFor } from '../disputes/status.ts'
import type { SupportVisit } from '../page.ts'

interface PartProps {
  readonly visit: SupportVisit
  readonly title: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly children?: Content
}

/** A panel with the first rows of a list, and a link to the whole list. */
export function Part({ visit, title, path, query, children }: PartProps): Content {
  const { words, address } = visit
  const label = words.texts.allOf(title)
  const aside = html`<a class="quiet" href=${address(path, query)} aria-label=${label}>${words.texts.all}</a>`
  return Panel({ title, aside, children })
}

export interface Rows<T> {
  readonly visit: SupportVisit
  readonly rows: readonly T[]
}

type WithMerchantName<T> = T & { readonly merchantName: string }

export const name = (text: string): Content => html`<bdi>${text}</bdi>`

/** Disputes, and who acts next on each. */
export function DisputesTable({ visit, rows }: Rows<DisclosedOpenDispute>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return DataTable({
    caption: texts.disputesCaption,
    columns: [
      { label: texts.payment },
      { label: texts.merchant },
      { label: texts.openedAt, isMinor: true },
      { label: texts.reason, isMinor: true },
      { label: texts.waitsForLabel },
      { label: texts.daysLeft, isNumber: true },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map(({ dispute, merchantName, now }) => ({
      href: address(`disputes/${dispute.id}`),
      cells: [
        name(dispute.paymentId),
        name(merchantName),
        moment(dispute.createdAt, dispute.currency),
        texts.disputeReasons[dispute.reason],
        StatusTag({ tone: disputeTones[dispute.status], text: texts.waits[waitsFor[dispute.status]] }),
        words.number(daysLeft(dispute, now)),
        words.money(dispute.amountMinor, dispute.currency),
      ],
    })),
  })
}

/** Requests for refunds by hand that another agent must confirm. */
export function ReturnRequestsTable({
  visit,
  rows,
}: Rows<{ readonly request: ReturnRequest; readonly merchantName: string }>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return DataTable({
    caption: texts.requestsCaption,
    columns: [
      { label: texts.requestedAt },
      { label: texts.merchant },
      { label: texts.requestedBy },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map(({ request, merchantName }) => ({
      href: address(`payments/${request.paymentId}`),
      cells: [
        moment(request.requestedAt, request.currency),
        name(merchantName),
        html`<bdi dir="ltr">${request.requestedBy.name}</bdi>`,
        words.money(request.amountMinor, request.currency),
      ],
    })),
  })
}

/** Orders that the scoring service has referred, and until when support may decide. */
export function ReferralsTable({ visit, rows }: Rows<ReferredPayment>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return DataTable({
    caption: texts.referralsCaption,
    columns: [
      { label: texts.orderedAt, isMinor: true },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.decideUntil },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((order) => ({
      href: address(`payments/${order.id}`),
      cells: [
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
export function DefaultedTable({ visit, rows }: Rows<DefaultedPlan>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return DataTable({
    caption: texts.defaultedCaption,
    columns: [
      { label: texts.defaultedAt },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.owed, isNumber: true },
    ],
    rows: rows.map((plan) => ({
      href: address(`payments/${plan.paymentId}`),
      cells: [
        moment(plan.at, plan.currency),
        name(plan.merchantName),
        plan.isTest ? texts.test : texts.live,
        words.money(plan.owedMinor, plan.currency),
      ],
    })),
  })
}

/** Returns that did not arrive at the card. */
export function FailedReturnsTable({ visit, rows }: Rows<WithMerchantName<Return>>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return DataTable({
    caption: texts.failedCaption,
    columns: [
      { label: texts.sentAt },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((sent) => ({
      href: address(`payments/${sent.paymentId}`),
      cells: [
        moment(sent.createdAt, sent.currency),
        name(sent.merchantName),
        sent.isTest ? texts.test : texts.live,
        words.money(sent.amountMinor, sent.currency),
      ],
    })),
  })
}

/** Charges that arrived too late more than a day ago, and are not voided yet. */
export function LateVoidsTable({ visit, rows }: Rows<LateVoid>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return DataTable({
    caption: texts.voidsCaption,
    columns: [
      { label: texts.chargedAt },
      { label: texts.merchant },
      { label: texts.mode },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((charge) => ({
      href: address(`payments/${charge.paymentId}`),
      cells: [
        moment(charge.since, charge.currency),
        name(charge.merchantName),
        charge.isTest ? texts.test : texts.live,
        words.money(charge.amountMinor, charge.currency),
      ],
    })),
  })
}

/** Payouts that the bank file leaves out. */
export function HeldPayoutsTable({ visit, rows }: Rows<WithMerchantName<BankPayout>>): Content {
  const { words, address, moment } = visit
  const { texts } = words
  return DataTable({
    caption: texts.heldCaption,
    columns: [
      { label: texts.madeAt },
      { label: texts.merchant },
      { label: texts.store },
      { label: texts.why, isMinor: true },
      { label: texts.amount, isNumber: true },
    ],
    rows: rows.map((payout) => ({
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

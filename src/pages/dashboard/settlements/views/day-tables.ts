import { netOf, type Settlement } from '../../../../money/settlements/settlement.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedLine } from '../../../back-office/disclosure/disclose-line.ts'
import type { Visit } from '../../page.ts'
import { momentAt } from '../../times.ts'
import type { DashboardWords } from '../../words/words.ts'

/** The table of a day's net amount: its parts, and the balance that is carried over. */
export function Sums({ settlement, words }: { settlement: Settlement; words: DashboardWords }): Content {
  const { texts } = words
  const { openingMinor, netMinor, paidOutMinor } = settlement
  const made: readonly (readonly [string, bigint])[] = [
    [texts.sales, settlement.capturesMinor],
    [texts.refundsRow, -settlement.refundsMinor],
    [texts.disputesRow, -settlement.disputeRefundsMinor],
    [texts.feesRow, -settlement.feesMinor],
    [texts.vatRow, -settlement.vatMinor],
  ]
  const carried: readonly (readonly [string, bigint])[] = [
    [texts.openingRow, openingMinor],
    [texts.paidOutRow, -paidOutMinor],
  ]
  const row = ([label, minor]: readonly [string, bigint], className?: string): Content =>
    html`<tr class=${className}><th scope="row">${label}</th><td class="number">${words.money(minor, settlement.currency)}</td></tr>`
  return html`<table class="sums">
    <caption class="unseen">${texts.netPanel}</caption>
    <tbody>${made.map((one) => row(one))}${row([texts.netRow, netMinor], 'sums-total')}</tbody>
    <tbody>${carried.map((one) => row(one))}${row([texts.closingRow, openingMinor + netMinor - paidOutMinor], 'sums-total')}</tbody>
  </table>`
}

interface LinesProps {
  readonly visit: Visit
  readonly settlement: Settlement
  readonly lines: readonly DisclosedLine[]
}

/** The table of a day's captures and refunds with their fees. A row links to its payment. */
export function Lines({ visit, settlement: { currency }, lines }: LinesProps): Content {
  const { words, address } = visit
  const { texts } = words
  const kinds = { capture: texts.lineCapture, refund: texts.lineRefund, dispute_refund: texts.lineDispute }
  const columns = [
    { label: texts.order },
    { label: texts.lineTime },
    { label: texts.lineKind },
    { label: texts.amount, isNumber: true },
    { label: texts.feesRow, isNumber: true },
    { label: texts.vatRow, isNumber: true },
    { label: texts.netRow, isNumber: true },
  ]
  const rows = lines.map((line) => ({
    href: address(`payments/${line.paymentId}`),
    cells: [
      html`<bdi>${shortText(line.orderReference, 60) || line.paymentId}</bdi>`,
      momentAt(words, line.createdAt, currency),
      kinds[line.type],
      words.bareMoney(line.amountMinor, currency),
      words.bareMoney(-line.feeMinor, currency),
      words.bareMoney(-line.vatMinor, currency),
      words.money(netOf(line), currency),
    ],
  }))
  return DataTable({ caption: texts.linesPanel, columns, rows })
}

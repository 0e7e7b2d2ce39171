import type { Settlement } from '../../../../money/settlements/settlement.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DashboardWords } from '../../words/words.ts'

/** How the net of a day comes about, and what becomes of it. */
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

import { netOfAll } from '../../../../money/explain/events/settled.ts'
import type { SettledDay } from '../../../../money/settlements/lines.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag, type Tone } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { PartProps } from './notice.ts'

const tones: Readonly<Record<SettledDay['status'], Tone>> = {
  open: 'wait',
  closed: 'brand',
  carried: 'wait',
  paid: 'good',
}

/** The settlement days of the payment's captures and refunds, with their payouts. Nothing without movements. */
export function SettlementPanel({ visit, facts }: PartProps): Content {
  const { words, address } = visit
  const { texts } = words
  const { lines, payment } = facts
  if (payment.capturedMinor === 0n) return null
  const days = [...Map.groupBy(lines, ({ day }) => day)]
  const columns = [
    { label: texts.columnDay },
    { label: texts.statusColumn },
    { label: texts.columnNet, isNumber: true },
    { label: texts.columnPayout },
  ]
  const rows = days.map(([day, ofDay]) => ({
    href: address(`settlements/${day.id}`),
    cells: [
      words.longDate(day.date),
      StatusTag({ tone: tones[day.status], text: texts.dayStates[day.status] }),
      words.money(netOfAll(ofDay), payment.currency),
      day.payout && html`<bdi>${day.payout.reference}</bdi>`,
    ],
  }))
  return Panel({
    title: texts.settlementPanel,
    children:
      days.length === 0
        ? html`<p class="soft">${texts.settlementEmpty}</p>`
        : DataTable({ caption: texts.settlementPanel, columns, rows }),
  })
}

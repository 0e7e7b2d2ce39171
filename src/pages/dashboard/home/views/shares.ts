import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { BarPlot } from '../../../../platform/ui/back-office/plot/bar-plot.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { directionOf } from '../../../../platform/ui/words/lang.ts'
import type { BusinessProps } from '../home-data.ts'
import { type Sums, shareOf, sumDays } from '../sums.ts'

/** The refunded share of the captured amount and the number of disputed payments, compared with the period before. */
export function Shares({ visit, business }: BusinessProps): Content {
  const { words, isTest } = visit
  const { texts } = words
  const { currency } = business
  const [now, before] = [sumDays(business.days), sumDays(business.daysBefore)]
  const measures = [
    { label: texts.refundShare, of: (sums: Sums) => shareOf(sums.refundedMinor, sums.capturedMinor) },
    ...(isTest ? [] : [{ label: texts.disputeShare, of: (sums: Sums) => shareOf(sums.disputed, sums.authorized) }]),
  ]
  // Makes small shares visible. The text below the plot's name says so.
  const widest = roundUp(Math.max(...measures.flatMap(({ of }) => [of(now), of(before)])))
  const money = (minor: bigint): string => words.money(minor, currency)
  const refunds = texts.refundsFinding(money(now.refundedMinor), money(now.capturedMinor))
  const disputes = isTest
    ? texts.noTestDisputes
    : texts.disputesFinding(words.number(now.disputed), words.number(now.authorized))
  const row = (label: string, of: (sums: Sums) => string): string[] => [label, of(now), of(before)]
  return Panel({
    title: isTest ? texts.refundsTitle : texts.sharesTitle,
    children: html`
      <p class="soft">${refunds} ${disputes}</p>
      ${BarPlot({
        id: 'shares',
        title: isTest ? texts.refundsTitle : texts.sharesTitle,
        finding: `${refunds} ${disputes}`,
        direction: directionOf[words.lang],
        legend: [
          { ink: 'second', label: texts.thisPeriod(words.percent(widest)) },
          { ink: 'before', label: texts.periodBefore },
        ],
        bars: measures.map(({ label, of }) => ({
          label,
          value: words.percent(of(now)),
          parts: [{ ink: 'second', share: of(now) / widest }],
          before: of(before) === 0 ? undefined : of(before) / widest,
        })),
        numbers: {
          label: texts.showNumbers,
          columns: [texts.measure, texts.thisPeriodColumn, texts.periodBefore],
          rows: [
            row(texts.capturedAmount, (sums) => money(sums.capturedMinor)),
            row(texts.refundedAmount, (sums) => money(sums.refundedMinor)),
            row(texts.refundShare, (sums) => words.percent(shareOf(sums.refundedMinor, sums.capturedMinor))),
            ...(isTest
              ? []
              : [
                  row(texts.volumeCount, (sums) => words.number(sums.authorized)),
                  row(texts.disputesOpened, (sums) => words.number(sums.disputed)),
                  row(texts.disputeShare, (sums) => words.percent(shareOf(sums.disputed, sums.authorized))),
                ]),
          ],
        },
      })}
    `,
  })
}

/** Returns the share of the full width: a tenth, a quarter, a half or all. */
function roundUp(share: number): number {
  return [0.1, 0.25, 0.5].find((width) => share <= width) ?? 1
}

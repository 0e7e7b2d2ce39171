import { Figures, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { DayPlot } from '../../../../platform/ui/back-office/plot/day-plot.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { directionOf } from '../../../../platform/ui/words/lang.ts'
import type { BusinessProps } from '../home-data.ts'
import { drawnAmount, growthOf, sumDays } from '../sums.ts'

/** The authorized amount and the number of payments, by day. */
export function Volume({ visit, business }: BusinessProps): Content {
  const { words } = visit
  const { texts } = words
  const { days, daysBefore, currency, period } = business
  const sums = sumDays(days)
  const money = (minor: bigint): string => words.money(minor, currency)
  const best = days.reduce((most, day) => (day.authorizedMinor > most.authorizedMinor ? day : most), days[0] ?? noDay)
  const average = sums.authorized === 0 ? 0n : sums.authorizedMinor / BigInt(sums.authorized)
  const span = texts.fromTo(words.longDate(period.from), words.longDate(period.to))
  const finding =
    sums.authorized === 0
      ? texts.noVolume(span)
      : texts.volumeFinding(
          span,
          money(sums.authorizedMinor),
          words.number(sums.authorized),
          words.longDate(best.date),
          money(best.authorizedMinor),
        )
  return Panel({
    title: texts.volumeTitle,
    children: html`
      ${Figures({
        figures: [
          { label: texts.volumeAmount, value: money(sums.authorizedMinor) },
          { label: texts.volumeCount, value: words.number(sums.authorized) },
          { label: texts.volumeAverage, value: sums.authorized === 0 ? '–' : money(average) },
        ],
      })}
      <p class="soft">${sayGrowth(visit, sums.authorizedMinor, sumDays(daysBefore).authorizedMinor, currency)}</p>
      ${DayPlot({
        id: 'volume',
        title: texts.volumePlot(currency),
        finding,
        direction: directionOf[words.lang],
        days: days.map(({ date }) => words.shortDate(date)),
        columns: {
          label: texts.volumeColumns(currency),
          values: days.map((day) => drawnAmount(day.authorizedMinor, currency)),
          format: words.shortNumber,
        },
        line: { label: texts.volumeCount, values: days.map(({ authorized }) => authorized), format: words.shortNumber },
        numbers: {
          label: texts.showNumbers,
          columns: [texts.day, texts.volumeColumns(currency), texts.volumeCount],
          rows: days.map((day) => [
            words.shortDate(day.date),
            words.bareMoney(day.authorizedMinor, currency),
            words.number(day.authorized),
          ]),
        },
      })}
    `,
  })
}

const noDay = { date: '2000-01-01', authorizedMinor: 0n }

function sayGrowth(
  { words }: BusinessProps['visit'],
  now: bigint,
  before: bigint,
  currency: BusinessProps['business']['currency'],
): string {
  const { texts } = words
  const growth = growthOf(now, before)
  const amount = words.money(before, currency)
  if (growth === undefined) return texts.nothingBefore
  if (now === before) return texts.asBefore(amount)
  const share = words.percent(Math.abs(growth))
  return growth > 0 ? texts.moreThanBefore(share, amount) : texts.lessThanBefore(share, amount)
}

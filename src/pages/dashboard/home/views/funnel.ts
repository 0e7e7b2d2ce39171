import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { BarPlot } from '../../../../platform/ui/back-office/plot/bar-plot.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { directionOf } from '../../../../platform/ui/words/lang.ts'
import type { BusinessProps } from '../home-data.ts'
import { shareOf, sumFunnel } from '../sums.ts'

/** The number of opened sessions that reached each stage. */
export function Funnel({ visit, business }: BusinessProps): Content {
  const { words } = visit
  const { texts } = words
  const sums = sumFunnel(business.funnel)
  const steps = [
    [texts.funnelSessions, sums.opened],
    [texts.funnelPage, sums.pageOpened],
    [texts.funnelCode, sums.codeProved],
    [texts.funnelApproved, sums.approved],
  ] as const
  const rate = words.percent(shareOf(sums.approved, sums.opened))
  const finding =
    sums.opened === 0
      ? texts.noFunnel
      : texts.funnelFinding(words.number(sums.opened), words.number(sums.approved), rate)
  const countText = (count: number): string =>
    sums.opened === 0
      ? words.number(count)
      : texts.countAndShare(words.number(count), words.percent(shareOf(count, sums.opened)))
  return Panel({
    title: texts.funnelTitle,
    children: html`
      <p class="soft">${finding}${sums.bySandbox > 0 && html` ${texts.funnelBySandbox}`}</p>
      ${BarPlot({
        id: 'funnel',
        title: texts.funnelTitle,
        finding,
        direction: directionOf[words.lang],
        bars: steps.map(([label, count]) => ({
          label,
          value: countText(count),
          parts: [{ ink: 'main', share: shareOf(count, sums.opened) }],
        })),
        numbers: {
          label: texts.showNumbers,
          columns: [texts.funnelStep, texts.count, texts.funnelShare],
          rows: steps.map(([label, count]) => [label, words.number(count), words.percent(shareOf(count, sums.opened))]),
        },
      })}
    `,
  })
}

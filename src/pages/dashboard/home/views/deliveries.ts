import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Bar, BarPlot } from '../../../../platform/ui/back-office/plot/bar-plot.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { directionOf, leftToRight } from '../../../../platform/ui/words/lang.ts'
import { type DeliveryFigures, newestEvents } from '../../../../platform/webhooks/endpoints/delivery-figures.ts'
import { placeOf } from '../../../back-office/webhook-place.ts'
import type { BusinessProps } from '../home-data.ts'
import { shareOf } from '../sums.ts'

/** The delivered share of the newest events of each webhook. */
export function Deliveries({ visit, business }: BusinessProps): Content {
  const { words } = visit
  const { texts } = words
  const { deliveries } = business
  if (deliveries.length === 0) return null
  const sum = (of: (health: DeliveryFigures) => number): number =>
    deliveries.reduce((total, { health }) => total + of(health), 0)
  const [events, delivered] = [sum((health) => health.events), sum((health) => health.delivered)]
  const finding = texts.deliveriesFinding(
    words.number(newestEvents),
    words.number(events),
    words.number(delivered),
    words.percent(shareOf(delivered, events)),
  )
  const bars = deliveries.map(({ webhook, health }): Bar => {
    const share = (count: number): number => shareOf(count, health.events)
    return {
      label: shortUrl(webhook.url),
      value: words.percent(share(health.delivered)),
      parts: [
        { ink: 'main', share: share(health.delivered) },
        { ink: 'third', share: share(health.events - health.delivered - health.retrying - health.lost) },
        { ink: 'second', share: share(health.retrying) },
        { ink: 'bad', share: share(health.lost) },
      ],
    }
  })
  const number = words.number
  return Panel({
    title: texts.deliveriesTitle,
    children: html`
      <p class="soft">${finding}</p>
      ${BarPlot({
        id: 'deliveries',
        title: texts.deliveriesTitle,
        finding,
        direction: directionOf[words.lang],
        bars,
        legend: [
          { ink: 'main', label: texts.eventsDelivered },
          { ink: 'third', label: texts.eventsWaiting },
          { ink: 'second', label: texts.eventsRetrying },
          { ink: 'bad', label: texts.eventsLost },
        ],
        numbers: {
          label: texts.showNumbers,
          columns: [
            texts.urlField,
            texts.eventsAll,
            texts.eventsDelivered,
            texts.eventsWaiting,
            texts.eventsRetrying,
            texts.eventsLost,
          ],
          rows: deliveries.map(({ webhook, health: { events: all, delivered: done, retrying, lost } }) => [
            shortUrl(webhook.url),
            ...[all, done, all - done - retrying - lost, retrying, lost].map(number),
          ]),
        },
      })}
    `,
  })
}

const longest = 30

/** Returns the part of the address that fits beside its number. The webhook's page shows all of it. */
function shortUrl(url: string): string {
  const bare = placeOf(url) ?? ''
  return leftToRight(bare.length > longest ? `${bare.slice(0, longest - 1)}…` : bare)
}

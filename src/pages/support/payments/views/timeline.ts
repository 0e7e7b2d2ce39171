import type { Story } from '../../../../money/explain/story.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Icon } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { SupportVisit } from '../../page.ts'
import { isInTimeline, sayKind, sayNote, type TimelineEvent } from '../say-event.ts'

const icons = { good: 'check', wait: 'clock', bad: 'alert', plain: 'dot' } as const

/** Number of the newest events that are drawn. */
const maxEvents = 300

/** The timeline of a payment, oldest first, with actor and time. Notifications have their own panel. */
export function Timeline({ visit, story }: { visit: SupportVisit; story: Story }): Content {
  const { words } = visit
  const { texts } = words
  const events = story.events.filter(isInTimeline)
  const left = events.length - maxEvents
  return Panel({
    title: texts.timelinePanel,
    children: html`
      ${left > 0 && html`<p class="soft">${texts.leftOut(words.number(left))}</p>`}
      <ol class="story">${events.slice(-maxEvents).map((event) => Event({ visit, story, event }))}</ol>
    `,
  })
}

function Event({ visit, story, event }: { visit: SupportVisit; story: Story; event: TimelineEvent }): Content {
  const { words, exactMoment } = visit
  const { currency } = story.head
  const note = sayNote(event, words)
  return html`<li class=${`story-line story-${event.tone}`}>
    ${Icon({ name: icons[event.tone], size: 18 })}
    <div>
      <p>
        <strong>${sayKind(event, words)}</strong>
        ${event.amountMinor !== null && html` <span class="number">${words.money(event.amountMinor, currency)}</span>`}
      </p>
      ${note !== '' && html`<p class="soft small">${note}</p>`}
    </div>
    <time class="soft small" datetime=${new Date(event.at).toISOString()}>${exactMoment(event.at, currency)}</time>
  </li>`
}

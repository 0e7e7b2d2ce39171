import { storyOf } from '../../../../money/explain/story.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Icon } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { clockNoteOf, exactMomentAt } from '../../times.ts'
import { addressOfPayment } from '../addresses.ts'
import { type TimelineLine, timelineOf } from '../timeline-line.ts'
import type { PartProps } from './notice.ts'

const icons = { good: 'check', wait: 'clock', bad: 'alert', plain: 'dot' } as const

/** The numbers of the first and the newest events that are shown. A link shows all of them. */
const shown = { first: 5, newest: 15 } as const

/** All events of the payment with actors and times, oldest first. */
export function TimelinePanel(props: PartProps): Content {
  const { visit, facts } = props
  const { words } = visit
  const { texts } = words
  const lines = timelineOf(storyOf(facts).events, { facts, words })
  const isAll = visit.query('all') === 'timeline' || lines.length <= shown.first + shown.newest
  const [first, newest] = isAll ? [lines, []] : [lines.slice(0, shown.first), lines.slice(-shown.newest)]
  const all = `${addressOfPayment(visit, facts.payment.id, { all: 'timeline' })}#timeline`
  const draw = (line: TimelineLine): Content => Line({ ...props, line })
  return Panel({
    title: texts.timelinePanel,
    id: 'timeline',
    aside: html`<span class="soft small">${clockNoteOf(visit, facts.payment.currency)}</span>`,
    children: html`
      <ol class="timeline">
        ${first.map(draw)}
        ${
          newest.length > 0 &&
          html`<li class="timeline-gap">
            <a class="button" href=${all}>${texts.showAll(words.number(lines.length))}</a>
          </li>`
        }
        ${newest.map(draw)}
      </ol>
      ${facts.leftOut.changes > 0 && html`<p class="soft">${texts.notListed(words.number(facts.leftOut.changes))}</p>`}
    `,
  })
}

function Line({ visit, facts, line }: PartProps & { line: TimelineLine }): Content {
  const { words, address } = visit
  const { currency } = facts.payment
  const { at, tone, text, amountMinor, by, notes, path } = line
  const beneath = [...(by === '' ? [] : [words.texts.by(by)]), ...notes]
  return html`<li class=${`timeline-line timeline-${tone}`}>
    ${Icon({ name: icons[tone], size: 18 })}
    <div>
      <p>
        ${
          path === undefined
            ? html`<strong>${text}</strong>`
            : html`<a href=${address(path)}><strong>${text}</strong></a>`
        }
        ${amountMinor !== null && html` <span class="number">${words.money(amountMinor, currency)}</span>`}
      </p>
      ${beneath.length > 0 && html`<p class="soft small">${beneath.join(' · ')}</p>`}
    </div>
    <time class="soft small" datetime=${new Date(at).toISOString()}>${exactMomentAt(words, at, currency)}</time>
  </li>`
}

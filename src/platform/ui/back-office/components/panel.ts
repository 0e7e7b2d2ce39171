import { Icon, type IconName } from '../../components/pictures.ts'
import { type Content, html } from '../../html.ts'

interface PanelProps {
  readonly title: string
  readonly id?: string
  /** Stands beside the title. */
  readonly aside?: Content
  readonly children?: Content
}

/** A part of a page with its own heading. */
export function Panel({ title, id, aside, children }: PanelProps): Content {
  return html`<section class="panel" id=${id} aria-label=${title}>
    <div class="panel-head"><h2>${title}</h2>${aside}</div>
    ${children}
  </section>`
}

/** One row of `Facts`. */
export type Fact = readonly [label: string, value: Content]

/** A list of labels and values. */
export function Facts({ facts }: { facts: readonly Fact[] }): Content {
  return html`<dl class="facts">
    ${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
  </dl>`
}

/** Amounts side by side; the first is drawn largest. */
export function Figures({
  figures,
}: {
  figures: readonly { readonly label: string; readonly value: Content }[]
}): Content {
  return html`<dl class="figures">
    ${figures.map(({ label, value }) => html`<div><dt>${label}</dt><dd class="number">${value}</dd></div>`)}
  </dl>`
}

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  /** Says what the list will contain, and what to do next. */
  readonly lead: string
  readonly children?: Content
}

/** Replaces an empty list. */
export function Empty({ icon, title, lead, children }: EmptyProps): Content {
  return html`<div class="empty">
    <span class="empty-sign">${Icon({ name: icon, size: 28 })}</span>
    <p class="strong">${title}</p><p class="soft">${lead}</p>${children}
  </div>`
}

/** A notice: an action succeeded, failed or waits. */
export function Note({ tone, children }: { tone: 'good' | 'bad' | 'wait'; children?: Content }): Content {
  const icon = { good: 'check', bad: 'alert', wait: 'clock' } as const
  return html`<div class=${`note note-${tone}`} role=${tone === 'bad' ? 'alert' : 'status'}>
    ${Icon({ name: icon[tone], size: 20 })}<div>${children}</div>
  </div>`
}

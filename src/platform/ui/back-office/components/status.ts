import { Icon, type IconName } from '../../components/pictures.ts'
import { type Content, html } from '../../html.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'soft' | 'brand'

const icons: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  wait: 'clock',
  bad: 'alert',
  soft: 'dot',
  brand: 'dot',
}

/** A status as a word, an icon and a colour. */
export function StatusTag({ tone, text }: { tone: Tone; text: string }): Content {
  return html`<span class=${`tag tag-${tone}`}>${Icon({ name: icons[tone], size: 16 })}<span>${text}</span></span>`
}

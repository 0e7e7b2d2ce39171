import { Icon } from '../components/icon.ts'
import { type Content, html } from '../html.ts'

/** A card as the customer knows it. */
export function CardLine({ name, lastFour }: { name: string; lastFour: string }): Content {
  return html`<span class="card-line">
    <span class="card-picture">${Icon({ name: 'card', size: 24 })}</span>
    <span><span class="strong">${name}</span> <bdi class="number" dir="ltr">•• ${lastFour}</bdi></span>
  </span>`
}

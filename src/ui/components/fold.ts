import { type Content, html } from '../html.ts'
import { Icon } from './icon.ts'

/** Content folded away under a summary. */
export function Fold({ summary, children }: { summary: string; children?: Content }): Content {
  return html`<details class="fold">
    <summary>${summary}<${Icon} name="back" size=${18} /></summary>
    ${children}
  </details>`
}

import { type Content, html } from '../html.ts'
import { Icon } from './icon.ts'

interface FoldProps {
  readonly summary: string
  readonly isOpen?: boolean
  readonly children?: Content
}

/** Content folded away under a summary. */
export function Fold({ summary, isOpen = false, children }: FoldProps): Content {
  return html`<details class="fold" open=${isOpen}>
    <summary>${summary}${Icon({ name: 'back', size: 18 })}</summary>
    ${children}
  </details>`
}

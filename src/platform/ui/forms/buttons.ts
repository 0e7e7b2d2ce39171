import { Ring } from '../components/ring.ts'
import { type Content, html } from '../html.ts'
import type { Words } from '../words/words.ts'

/** The one primary action of a view, and what stands beside it, where the thumb is. */
export function Actions({ children }: { children?: Content }): Content {
  return html`<div class="action">${children}</div>`
}

interface PrimaryButtonProps {
  readonly words: Words
  readonly label: string
  /** What the form says when this button sent it. */
  readonly name?: string
  readonly value?: string
}

/** Sends its form, and shows that it is under way. */
export function PrimaryButton({ words, label, name, value }: PrimaryButtonProps): Content {
  return html`<button class="primary" type="submit" name=${name} value=${value}>
    <span class="label">${label}</span>
    <span class="busy">
      ${Ring({ filled: 4, size: 24, class: 'loading' })}<span class="unseen">${words.texts.working}</span>
    </span>
  </button>`
}

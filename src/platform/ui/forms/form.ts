import { Ring } from '../components/pictures.ts'
import { type Content, html } from '../html.ts'
import type { Words } from '../words/words.ts'
import { csrfField } from './browser.ts'

interface FormProps {
  /** Absent: the page's own address. */
  readonly action?: string | undefined
  readonly csrfToken: string
  readonly class?: string | undefined
  readonly id?: string | undefined
  /** Files come with it: sent in parts, and with a script it shows how far they are. */
  readonly hasFiles?: boolean
  readonly children?: Content
}

/** A form that posts, and that only our own pages can send. */
export function Form(props: FormProps): Content {
  return html`<form method="post" action=${props.action} class=${props.class} id=${props.id} enctype=${props.hasFiles ? 'multipart/form-data' : undefined} data-progress=${props.hasFiles ? '' : undefined} novalidate>
    <input type="hidden" name=${csrfField} value=${props.csrfToken} />
    ${props.children}
  </form>`
}

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

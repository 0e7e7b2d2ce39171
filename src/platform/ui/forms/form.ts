import { Ring } from '../components/pictures.ts'
import { type Content, html } from '../html.ts'
import type { Words } from '../words/words.ts'
import { csrfField } from './browser.ts'

interface FormProps {
  /** Default: the page's own address. */
  readonly action?: string | undefined
  readonly csrfToken: string
  readonly class?: string | undefined
  readonly id?: string | undefined
  /** Whether the form uploads files: sent as multipart, with a progress bar if scripts run. */
  readonly hasFiles?: boolean
  readonly children?: Content
}

/** A form that posts with a CSRF token. */
export function Form(props: FormProps): Content {
  return html`<form method="post" action=${props.action} class=${props.class} id=${props.id} enctype=${props.hasFiles ? 'multipart/form-data' : undefined} data-progress=${props.hasFiles ? '' : undefined} novalidate>
    <input type="hidden" name=${csrfField} value=${props.csrfToken} />
    ${props.children}
  </form>`
}

/** The primary action of a page and the actions beside it. On a phone they stay within reach of the thumb. */
export function Actions({ children }: { children?: Content }): Content {
  return html`<div class="action">${children}</div>`
}

interface PrimaryButtonProps {
  readonly words: Words
  readonly label: string
  /** Sent with the form if this button sends it. */
  readonly name?: string
  readonly value?: string
}

/** Sends its form, and shows a loading sign meanwhile. */
export function PrimaryButton({ words, label, name, value }: PrimaryButtonProps): Content {
  return html`<button class="primary" type="submit" name=${name} value=${value}>
    <span class="label">${label}</span>
    <span class="busy">
      ${Ring({ filled: 4, size: 24, class: 'loading' })}<span class="unseen">${words.texts.working}</span>
    </span>
  </button>`
}

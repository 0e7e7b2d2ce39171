import { type Content, html } from '../html.ts'
import { csrfField } from './csrf.ts'

interface FormProps {
  readonly action: string
  readonly csrfToken: string
  readonly class?: string | undefined
  readonly id?: string | undefined
  readonly children?: Content
}

/** A form that posts, and that only our own pages can send. */
export function Form(props: FormProps): Content {
  return html`<form method="post" action=${props.action} class=${props.class} id=${props.id} novalidate>
    <input type="hidden" name=${csrfField} value=${props.csrfToken} />
    ${props.children}
  </form>`
}

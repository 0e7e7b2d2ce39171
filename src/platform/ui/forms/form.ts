import { type Content, html } from '../html.ts'
import { csrfField } from './csrf.ts'

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

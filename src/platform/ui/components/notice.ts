import { type Content, html } from '../html.ts'
import { Icon } from './icon.ts'

/** Something that went wrong in the step before, above the fields. */
export function Notice({ text }: { text: string }): Content {
  return html`<div class="notice" role="alert">${Icon({ name: 'alert', size: 20 })}<p>${text}</p></div>`
}

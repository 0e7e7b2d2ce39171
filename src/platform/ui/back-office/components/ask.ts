import { Actions, Form, PrimaryButton } from '../../forms/form.ts'
import { type Content, html } from '../../html.ts'
import type { Words } from '../../words/words.ts'
import type { BackOfficeTexts } from '../words.ts'

interface AskProps {
  readonly words: Words<BackOfficeTexts>
  /** Says what will happen. */
  readonly sentence: string
  readonly action: string
  readonly csrfToken: string
  /** What the form sends beside `confirmed=yes`. */
  readonly fields: Readonly<Record<string, string>>
  readonly label: string
  /** The address that the cancel link leads to. */
  readonly back: string
  readonly children?: Content
}

/** A confirmation: the sentence says what will happen, and only this form does it. */
export function Ask({ words, sentence, action, csrfToken, fields, label, back, children }: AskProps): Content {
  return html`<section class="panel ask">
    <p class="ask-sentence">${sentence}</p>
    ${children}
    ${Form({
      action,
      csrfToken,
      children: html`
        ${Object.entries({ ...fields, confirmed: 'yes' }).map(
          ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
        )}
        ${Actions({
          children: html`${PrimaryButton({ words, label })}<a class="secondary" href=${back}>${words.texts.cancel}</a>`,
        })}
      `,
    })}
  </section>`
}

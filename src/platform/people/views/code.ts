import { Field } from '../../ui/forms/fields.ts'
import { Actions, Form, PrimaryButton } from '../../ui/forms/form.ts'
import { html } from '../../ui/html.ts'
import type { BackOffice } from '../back-office.ts'
import type { PeopleWords } from '../words/words.ts'
import { renderColumn } from './column.ts'

export interface CodeView {
  readonly backOffice: BackOffice
  /** The page's own address, and that of its form. */
  readonly address: string
  readonly csrfToken: string
  readonly email: string
  readonly isWrong: boolean
}

/** Returns the page that asks for the code of the second factor, after the password. */
export function renderCode(words: PeopleWords, view: CodeView): string {
  const { texts } = words
  const { backOffice, address, csrfToken, email, isWrong } = view
  const content = html`
    <section class="hero">
      <div><h1>${texts.codeTitle}</h1><p class="lead"><bdi dir="ltr">${email}</bdi></p></div>
    </section>
    ${Form({
      action: address,
      csrfToken,
      class: 'step',
      children: html`
        ${Field({
          name: 'code',
          label: texts.codeLabel,
          hint: texts.codeHint,
          error: isWrong ? texts.codeWrong : undefined,
          input: {
            type: 'text',
            dir: 'ltr',
            inputmode: 'numeric',
            autocomplete: 'one-time-code',
            autocapitalize: 'none',
            required: true,
            maxlength: 64,
            autofocus: true,
          },
        })}
        ${Actions({ children: PrimaryButton({ words, label: texts.signInButton }) })}
      `,
    })}
    ${Form({
      action: `/${backOffice}/sign-out`,
      csrfToken,
      class: 'aside',
      children: html`<button class="quiet" type="submit">${texts.otherAccount}</button>`,
    })}`
  return renderColumn({ backOffice, words, title: texts.codeTitle, isError: isWrong, address }, content)
}

import { maskPhone } from '../../../platform/base/phone.ts'
import { Ring, Seal } from '../../../platform/ui/components/pictures.ts'
import { CodeField, type CodeView } from '../../../platform/ui/customer/code-field.ts'
import { Field } from '../../../platform/ui/forms/fields.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { AccountForm } from '../components.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

interface PhoneView {
  /** The typed phone. */
  readonly phone?: string
  readonly problem?: 'wrong' | 'busy' | 'wait' | undefined
}

/** Returns the page that asks for the phone. */
export function renderPhone(model: ViewModel, words: AccountWords, view: PhoneView): string {
  const { texts } = words
  const content = html`
    <section class="hero">
      <div><h1>${texts.signInTitle}</h1><p class="lead">${texts.signInLead}</p></div>
      ${Ring({ filled: 1, size: 56 })}
    </section>
    ${AccountForm({
      model,
      path: 'phone',
      class: 'step',
      children: html`
        ${Field({
          name: 'phone',
          label: texts.phoneLabel,
          hint: texts.phoneHint,
          error: view.problem && texts.phoneProblems[view.problem],
          input: {
            type: 'tel',
            inputmode: 'tel',
            autocomplete: 'tel',
            dir: 'ltr',
            required: true,
            maxlength: 32,
            value: view.phone ?? '',
            'data-message': texts.phoneProblems.wrong,
          },
        })}
        ${Actions({ children: PrimaryButton({ words, label: texts.continueButton }) })}
      `,
    })}`
  return renderAccountPage(model, words, { title: texts.signInTitle, isError: view.problem !== undefined }, content)
}

/** Returns the page that asks for the code. */
export function renderCode(model: ViewModel, words: AccountWords, view: CodeView): string {
  const { texts } = words
  const content = html`
    <section class="hero">
      <div>
        <h1>${texts.codeTitle}</h1>
        <p class="lead">
          ${texts.codeLead(maskPhone(view.phone))} <a href=${addressOf(model, 'phone')}>${texts.changePhone}</a>
        </p>
      </div>
    </section>
    ${AccountForm({
      model,
      path: 'code',
      class: 'step',
      children: html`
        ${CodeField({ words, view })}
        ${Actions({ children: PrimaryButton({ words, label: texts.codeButton }) })}
      `,
    })}
    ${AccountForm({ model, path: 'resend', id: 'resend' })}
    ${
      view.outbox &&
      html`<p class="aside"><a href=${view.outbox} target="_blank" rel="noopener">${texts.outbox}</a></p>`
    }`
  const hint = model.isTest ? texts.testCode : undefined
  return renderAccountPage(model, words, { title: texts.codeTitle, isError: view.problem !== undefined, hint }, content)
}

/** Returns the page of a locked sign-in. */
export function renderLocked(model: ViewModel, words: AccountWords): string {
  const { texts } = words
  const content = html`<section class="outcome">
    ${Seal({ icon: 'lock', filled: 0 })}<h1>${texts.lockedTitle}</h1><p class="lead">${texts.lockedLead}</p>
  </section>`
  return renderAccountPage(model, words, { title: texts.lockedTitle }, content)
}

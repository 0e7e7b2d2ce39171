import { maskPhone } from '../../../platform/base/phone.ts'
import { CodeField, type CodeView } from '../../../platform/ui/customer/code-field.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { CancelForm, StepForm } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

/** Returns the page that asks for the code. */
export function renderCode(model: ViewModel, words: PaymentWords, view: CodeView): string {
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
    ${StepForm({
      model,
      step: 'code',
      class: 'step',
      children: html`
        ${CodeField({ words, view })}
        ${Actions({ children: PrimaryButton({ words, label: texts.codeButton }) })}
      `,
    })}
    ${StepForm({ model, step: 'resend', id: 'resend' })}
    ${
      view.outbox &&
      html`<p class="aside"><a href=${view.outbox} target="_blank" rel="noopener">${texts.outbox}</a></p>`
    }
    ${CancelForm({ model, words })}`
  const hint = model.isTest ? texts.testCode : undefined
  return renderSessionPage(model, words, { title: texts.codeTitle, isError: view.problem !== undefined, hint }, content)
}

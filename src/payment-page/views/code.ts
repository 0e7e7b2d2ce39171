import { maskPhone } from '../../base/phone.ts'
import { Icon } from '../../ui/components/icon.ts'
import { Actions, PrimaryButton } from '../../ui/forms/buttons.ts'
import { Field } from '../../ui/forms/field.ts'
import { type Content, html } from '../../ui/html.ts'
import { CancelForm, StepForm } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words/words.ts'

export type CodeProblem = 'wrong' | 'too_old' | 'missing' | 'wait'

interface CodeView {
  /** E.164; shown with its middle hidden. */
  readonly phone: string
  readonly digits: 4 | 6
  readonly triesLeft: number
  /** Until a new code may be sent; undefined when none may be. */
  readonly secondsToResend: number | undefined
  readonly problem?: CodeProblem | undefined
  /** Sandbox: where the message can be read. */
  readonly outbox?: string | undefined
}

/** The one field for the code from the text message. */
export function renderCode(model: ViewModel, words: PaymentWords, view: CodeView): string {
  const { texts } = words
  const digits = words.number(view.digits)
  const content = html`
    <section class="hero"><div><h1>${texts.codeTitle}</h1><p class="lead">${texts.codeLead(maskPhone(view.phone))} <a href=${addressOf(model, 'phone')}>${texts.changePhone}</a></p></div></section>
    <${StepForm} model=${model} step="code" class="step">
      <${Field} name="code" class="field-code" label=${texts.codeLabel(digits)} error=${problemText(view, words)}
        input=${{
          type: 'text',
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          dir: 'ltr',
          required: true,
          maxlength: view.digits,
          autofocus: true,
          'data-digits': view.digits,
          'data-message': texts.codeMissing,
        }} />
      <${Resend} words=${words} view=${view} />
      <${Actions}><${PrimaryButton} words=${words} label=${texts.codeButton} /><//>
    <//>
    <${StepForm} model=${model} step="resend" id="resend" />
    ${view.outbox && html`<p class="aside"><a href=${view.outbox} target="_blank" rel="noopener">${texts.outbox}</a></p>`}
    <${CancelForm} model=${model} words=${words} />`
  const hint = model.isTest ? texts.testCode : undefined
  return renderSessionPage(model, words, { title: texts.codeTitle, isError: view.problem !== undefined, hint }, content)
}

function problemText(view: CodeView, words: PaymentWords): string | undefined {
  const { texts } = words
  switch (view.problem) {
    case 'wrong':
      return texts.codeProblem(view.triesLeft, words.number(view.triesLeft))
    case 'too_old':
      return texts.codeExpired
    case 'missing':
      return texts.codeMissing
    case 'wait':
      return texts.codeWait(words.number(view.secondsToResend ?? 0))
    default:
      return undefined
  }
}

// The button stands beside the field; its form, which may not stand inside the other one, comes after it.
function Resend({ words, view }: { words: PaymentWords; view: CodeView }): Content {
  const { texts } = words
  if (view.secondsToResend === undefined) return html`<p class="resend soft small">${texts.noResend}</p>`
  return html`<button class="quiet resend" type="submit" form="resend" data-resend=${view.secondsToResend}><${Icon} name="clock" size=${18} />
    <span data-ready=${texts.resend} data-waiting=${texts.resendIn}>${texts.resend}</span> <span class="number" data-countdown=${texts.seconds('#')}></span></button>`
}

import { maskPhone } from '../../checkout/messages/phone.ts'
import { Cancel, Field, Primary, StepForm } from '../components.ts'
import { addressOf, type Frame } from '../frame.ts'
import { type Content, html } from '../html.ts'
import { renderSessionPage } from '../layout.ts'
import { SignIcon } from '../mark.ts'
import type { Words } from '../words.ts'

export type CodeProblem = 'wrong' | 'too_old' | 'missing' | 'wait'

export interface CodeView {
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
export function renderCode(frame: Frame, words: Words, view: CodeView): string {
  const { texts } = words
  const digits = words.number(view.digits)
  const content = html`
    <section class="hero"><div><h1>${texts.codeTitle}</h1><p class="lead">${texts.codeLead(maskPhone(view.phone))} <a href=${addressOf(frame, 'phone')}>${texts.changePhone}</a></p></div></section>
    <${StepForm} frame=${frame} words=${words} step="code" class="step">
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
      <${Primary} words=${words} label=${texts.codeButton} />
    <//>
    <${StepForm} frame=${frame} words=${words} step="resend" id="resend" />
    ${view.outbox && html`<p class="aside"><a href=${view.outbox} target="_blank" rel="noopener">${texts.outbox}</a></p>`}
    <${Cancel} frame=${frame} words=${words} />`
  const hint = frame.isTest ? texts.testCode : undefined
  return renderSessionPage(frame, words, { title: texts.codeTitle, isError: view.problem !== undefined, hint }, content)
}

function problemText(view: CodeView, words: Words): string | undefined {
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
function Resend({ words, view }: { words: Words; view: CodeView }): Content {
  const { texts } = words
  if (view.secondsToResend === undefined) return html`<p class="resend soft small">${texts.noResend}</p>`
  return html`<button class="quiet resend" type="submit" form="resend" data-resend=${view.secondsToResend}><${SignIcon} sign="clock" size=${18} />
    <span data-ready=${texts.resend} data-waiting=${texts.resendIn}>${texts.resend}</span> <span class="number" data-countdown=${texts.seconds('#')}></span></button>`
}

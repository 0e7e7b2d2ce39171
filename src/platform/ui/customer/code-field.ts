import { Icon } from '../components/pictures.ts'
import { Field } from '../forms/fields.ts'
import { type Content, html } from '../html.ts'
import type { Words } from '../words/words.ts'
import type { CustomerTexts } from './words.ts'

export type CodeProblem = 'wrong' | 'too_old' | 'missing' | 'wait' | 'too_many'

/** What the page shows of a sent code. */
export interface CodeView {
  /** E.164; shown with its middle hidden. */
  readonly phone: string
  readonly digits: 4 | 6
  readonly triesLeft: number
  /** Seconds until a new code may be sent; undefined: no more codes. */
  readonly secondsToResend: number | undefined
  readonly problem?: CodeProblem | undefined
  /** Sandbox: where the message can be read. */
  readonly outbox?: string | undefined
}

interface CodeProps {
  readonly words: Words<CustomerTexts>
  readonly view: CodeView
}

/** The field for the code, and the button for a new code. The button sends the form with the id `resend`. */
export function CodeField({ words, view }: CodeProps): Content {
  const { texts } = words
  return html`${Field({
    name: 'code',
    class: 'field-code',
    label: texts.codeLabel(words.number(view.digits)),
    error: problemText(view, words),
    input: {
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      dir: 'ltr',
      required: true,
      maxlength: view.digits,
      autofocus: true,
      'data-digits': view.digits,
      'data-message': texts.codeMissing,
    },
  })}
    ${Resend({ words, view })}`
}

function problemText(view: CodeView, words: CodeProps['words']): string | undefined {
  const { texts } = words
  switch (view.problem) {
    case 'wrong':
      return texts.codeProblem(view.triesLeft, words.number(view.triesLeft))
    case 'too_old':
      return texts.codeExpired
    case 'too_many':
      return texts.codeTooMany
    case 'missing':
      return texts.codeMissing
    case 'wait':
      return texts.codeWait(words.number(view.secondsToResend ?? 0))
    default:
      return undefined
  }
}

// HTML forbids a form inside a form: the button names its form, which the page puts after this one.
function Resend({ words, view }: CodeProps): Content {
  const { texts } = words
  if (view.secondsToResend === undefined) return html`<p class="resend soft small">${texts.noResend}</p>`
  return html`<button class="quiet resend" type="submit" form="resend" data-resend=${view.secondsToResend}>
    ${Icon({ name: 'clock', size: 18 })}
    <span data-ready=${texts.resend} data-waiting=${texts.resendIn}>${texts.resend}</span> <span class="number"
      data-countdown=${texts.seconds('#')}></span>
  </button>`
}

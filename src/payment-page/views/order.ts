import { Cancel, Field, OrderFold, Plan, Primary, StepForm } from '../components.ts'
import type { Frame } from '../frame.ts'
import { html } from '../html.ts'
import { renderSessionPage } from '../layout.ts'
import { Ring } from '../mark.ts'
import type { Words } from '../words.ts'

export type PhoneProblem = 'wrong' | 'busy' | 'wait'

export interface OrderView {
  /** What stands in the field: the buyer's phone as the shop sent it, or what was typed. */
  readonly phone: string
  readonly problem?: PhoneProblem | undefined
}

/** The order and the plan, and where to send the code. */
export function renderOrder(frame: Frame, words: Words, view: OrderView): string {
  const { texts } = words
  const today = words.money(frame.parts[0]?.amountMinor ?? 0n, frame.currency)
  const content = html`
    <section class="hero">
      <div><h1>${texts.planTitle}</h1><p class="lead">${texts.planLead(today)}</p></div>
      <${Ring} filled=${1} size=${56} />
    </section>
    <${Plan} frame=${frame} words=${words} paid=${0} />
    <p class="soft small plan-note">${texts.noFees(words.money(frame.amountMinor, frame.currency))}</p>
    <${OrderFold} frame=${frame} words=${words} />
    <${StepForm} frame=${frame} words=${words} step="phone" class="step">
      <${Field} name="phone" label=${texts.phoneLabel} hint=${texts.phoneHint}
        error=${view.problem && texts.phoneProblems[view.problem]}
        input=${{ type: 'tel', inputmode: 'tel', autocomplete: 'tel', dir: 'ltr', required: true, maxlength: 32, value: view.phone, 'data-message': texts.phoneProblems.wrong }} />
      <${Primary} words=${words} label=${texts.continueButton} />
    <//>
    <${Cancel} frame=${frame} words=${words} />`
  const isError = view.problem !== undefined
  return renderSessionPage(frame, words, { title: texts.planTitle, isError }, content)
}

import { Ring } from '../../../platform/ui/components/pictures.ts'
import { Field } from '../../../platform/ui/forms/fields.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { CancelForm, figuresOf, OrderItems, Plan, StepForm } from '../components.ts'
import { PlanChoices } from '../plan-choices.ts'
import { renderSessionPage } from '../session-page.ts'
import type { ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

type PhoneProblem = 'wrong' | 'busy' | 'wait'

export interface OrderView {
  /** The value of the field: the buyer's phone from the shop, or the typed text. */
  readonly phone: string
  readonly problem?: PhoneProblem | undefined
}

/** Returns the order page: plan, items, and the phone for the code. */
export function renderOrder(model: ViewModel, words: PaymentWords, view: OrderView): string {
  const { texts } = words
  const isChosenHere = model.plans.length > 1
  const figures = figuresOf(model.plan, model, words)
  const title = isChosenHere ? texts.plan.choose : texts.plan.title(figures)
  const content = html`
    <section class="hero">
      <div><h1>${title}</h1>${!isChosenHere && html`<p class="lead">${texts.plan.lead(figures)}</p>`}</div>
      ${Ring({ filled: 1, size: 56 })}
    </section>
    ${
      !isChosenHere &&
      html`${Plan({ model, words, paid: 0 })}<p class="soft small plan-note">${texts.plan.note(figures)}</p>`
    }
    ${!isChosenHere && OrderItems({ model, words })}
    ${StepForm({
      model,
      step: 'phone',
      class: 'step',
      children: html`
        ${isChosenHere && PlanChoices({ model, words })}
        ${isChosenHere && OrderItems({ model, words })}
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
            value: view.phone,
            'data-message': texts.phoneProblems.wrong,
          },
        })}
        ${Actions({ children: PrimaryButton({ words, label: texts.continueButton }) })}
      `,
    })}
    ${CancelForm({ model, words })}`
  const isError = view.problem !== undefined
  return renderSessionPage(model, words, { title, isError }, content)
}

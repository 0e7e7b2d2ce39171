import { type Content, html } from '../../platform/ui/html.ts'
import { figuresOf } from './components.ts'
import type { ViewModel } from './view-model.ts'
import type { PaymentWords } from './words.ts'

/** The plans that are offered, one to be chosen: what is paid today, then, in all, and the fee in words. */
export function PlanChoices({ model, words }: { readonly model: ViewModel; readonly words: PaymentWords }): Content {
  const { plan: texts } = words.texts
  return html`<fieldset class="choices">
    <legend class="unseen">${texts.choose}</legend>
    ${model.plans.map((plan) => {
      const figures = figuresOf(plan, model, words)
      return html`<label class="choice">
        <input type="radio" name="plan" value=${plan.name} checked=${plan.name === model.plan.name} />
        <span class="choice-name">${texts.choice(figures)}</span>
        <span class="choice-today">${texts.today(figures.today)}</span>
        <span class="soft small">${texts.later(figures)}</span>
        <span class="soft small">${texts.cost(figures)}</span>
      </label>`
    })}
  </fieldset>`
}

import { brandName, securityCodeDigits } from '../../../money/checkout/card/card.ts'
import type { CardFactor } from '../../../money/checkout/card/card-factor.ts'
import type { SecurityCodeProblem } from '../../../money/checkout/card/check-security-code.ts'
import type { Card } from '../../../platform/adapters/card-processor.ts'
import { Notice } from '../../../platform/ui/components/blocks.ts'
import { CardLine, SecurityCodeField } from '../../../platform/ui/customer/card-fields.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { CancelForm, figuresOf, OrderItems, Plan, StepForm } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

export interface ConfirmView {
  readonly card: Pick<Card, 'brand' | 'lastFour'>
  /** The second proof that the card needs before it is charged. */
  readonly factor?: CardFactor
  /** The hash of what the customer agrees to: the form sends it back. */
  readonly agreed: string
  /** Why the last press charged nothing. `moved`: the page showed another plan. */
  readonly problem?: Exclude<SecurityCodeProblem, 'spent'> | 'moved' | undefined
}

/** Returns the confirmation: plan, card, and today's amount. */
export function renderConfirm(model: ViewModel, words: PaymentWords, view: ConfirmView): string {
  const { texts } = words
  const figures = figuresOf(model.plan, model, words)
  const { card, factor, agreed, problem } = view
  const isCodeRequired = factor === 'security_code'
  const content = html`
    <section class="hero">
      <div><h1>${texts.confirmTitle}</h1><p class="lead">${texts.plan.lead(figures)}</p></div>
    </section>
    ${Plan({ model, words, paid: 0 })}
    ${figures.fee !== null && html`<p class="soft small plan-note">${texts.plan.note(figures)}</p>`}
    ${OrderItems({ model, words })}
    ${problem === 'unavailable' && Notice({ text: texts.declines.unavailable })}
    ${problem === 'moved' && Notice({ text: texts.planMoved })}
    <section class="chosen" aria-label=${texts.cardLabel}>
      ${CardLine({ name: brandName(card.brand), lastFour: card.lastFour })}
      <a href=${addressOf(model, 'card')}>${texts.useOtherCard}</a>
    </section>
    ${StepForm({
      model,
      step: 'pay',
      class: 'step',
      children: html`
        <input type="hidden" name="agreed" value=${agreed} />
        ${
          isCodeRequired &&
          SecurityCodeField({
            words,
            digits: securityCodeDigits(card.brand),
            hint: texts.securityCodeHint,
            error: problemText(words, problem),
          })
        }
        ${factor === 'three_d_secure' && html`<p class="soft small">${texts.bankConfirms}</p>`}
        <p class="soft small">${texts.plan.agreed(figures)}${model.isAgeUnknown && ` ${texts.adult}`}</p>
        ${Actions({ children: PrimaryButton({ words, label: texts.pay(figures.today) }) })}
      `,
    })}
    ${CancelForm({ model, words })}`
  const hint = model.isTest && isCodeRequired ? texts.testSecurityCode : undefined
  return renderSessionPage(model, words, { title: texts.confirmTitle, isError: problem !== undefined, hint }, content)
}

function problemText({ texts }: PaymentWords, problem: ConfirmView['problem']): string | undefined {
  if (problem === 'missing') return texts.cardProblems.security_code_wrong
  return problem === 'wrong' ? texts.securityCodeRefused : undefined
}

import type { CardProblems } from '../../../money/checkout/card/card.ts'
import type { DeclineReason } from '../../../platform/adapters/card-processor.ts'
import { Notice } from '../../../platform/ui/components/blocks.ts'
import { Icon } from '../../../platform/ui/components/pictures.ts'
import { CardFields } from '../../../platform/ui/customer/card-fields.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { CancelForm, StepForm } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

export interface CardView {
  readonly problems?: CardProblems | undefined
  /** The expiry typed before. The number and the security code are never shown again. */
  readonly expiry?: string | undefined
  /** Why the last card was not charged. */
  readonly decline?: DeclineReason | undefined
  /** Whether the security code of the saved card was wrong too often. */
  readonly isCodeSpent?: boolean
}

/** Returns the page that leads to the processor's card page. */
export function renderHostedCard(
  model: ViewModel,
  words: PaymentWords,
  { decline }: Pick<CardView, 'decline'>,
): string {
  const { texts } = words
  const today = words.money(model.plan.parts[0]?.amountMinor ?? 0n, model.currency)
  const content = html`
    <section class="hero"><div><h1>${texts.cardTitle}</h1><p class="lead">${texts.cardLead(today)}</p></div></section>
    ${decline && Notice({ text: texts.declines[decline] })}
    <div class="step">
      <p class="soft small">${texts.cardElsewhere}</p>
      <p class="secure soft small">${Icon({ name: 'lock', size: 18 })}${texts.secure}</p>
      ${Actions({
        children: html`<a class="primary" href=${addressOf(model, 'card-page')}>${texts.cardElsewhereButton}</a>`,
      })}
    </div>
    ${CancelForm({ model, words })}`
  return renderSessionPage(model, words, { title: texts.cardTitle, isError: decline !== undefined }, content)
}

/** Returns the page with the fields of a card. */
export function renderCard(model: ViewModel, words: PaymentWords, view: CardView): string {
  const { texts } = words
  const today = words.money(model.plan.parts[0]?.amountMinor ?? 0n, model.currency)
  const content = html`
    <section class="hero"><div><h1>${texts.cardTitle}</h1><p class="lead">${texts.cardLead(today)}</p></div></section>
    ${view.decline && Notice({ text: texts.declines[view.decline] })}
    ${view.isCodeSpent && Notice({ text: texts.securityCodeSpent })}
    ${StepForm({
      model,
      step: 'card',
      class: 'step',
      children: html`
        ${CardFields({ words, problems: view.problems ?? {}, expiry: view.expiry })}
        ${Actions({ children: PrimaryButton({ words, label: texts.cardButton }) })}
      `,
    })}
    ${CancelForm({ model, words })}`
  const hint = model.isTest ? texts.testCard : undefined
  const isError = view.problems !== undefined || view.decline !== undefined || view.isCodeSpent === true
  return renderSessionPage(model, words, { title: texts.cardTitle, isError, hint }, content)
}

import type { Card } from '../../adapters/card-processor.ts'
import { brandName } from '../../checkout/card/card.ts'
import { CardLine } from '../../ui/customer/card-line.ts'
import { Actions, PrimaryButton } from '../../ui/forms/buttons.ts'
import { html } from '../../ui/html.ts'
import { CancelForm, OrderItems, Plan, StepForm } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words/words.ts'

interface ConfirmView {
  readonly card: Pick<Card, 'brand' | 'lastFour'>
}

/** The last look: the plan, the card, and what is paid now. */
export function renderConfirm(model: ViewModel, words: PaymentWords, view: ConfirmView): string {
  const { texts } = words
  const today = words.money(model.parts[0]?.amountMinor ?? 0n, model.currency)
  const content = html`
    <section class="hero"><div><h1>${texts.confirmTitle}</h1><p class="lead">${texts.planLead(today)}</p></div></section>
    <${Plan} model=${model} words=${words} paid=${0} />
    <${OrderItems} model=${model} words=${words} />
    <section class="chosen" aria-label=${texts.cardLabel}>
      <${CardLine} name=${brandName(view.card.brand)} lastFour=${view.card.lastFour} />
      <a href=${addressOf(model, 'card')}>${texts.useOtherCard}</a>
    </section>
    <${StepForm} model=${model} step="pay" class="step">
      <p class="soft small">${texts.confirmTerms}</p>
      <${Actions}><${PrimaryButton} words=${words} label=${texts.pay(today)} /><//>
    <//>
    <${CancelForm} model=${model} words=${words} />`
  return renderSessionPage(model, words, { title: texts.confirmTitle }, content)
}

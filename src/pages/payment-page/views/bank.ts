import { brandName } from '../../../money/checkout/card/card.ts'
import type { Card } from '../../../platform/adapters/card-processor.ts'
import { Ring } from '../../../platform/ui/components/pictures.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { CancelForm, StepForm } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

/** Returns the page of a challenge: a link to the bank's page, or, in a sandbox, a form in its place. */
export function renderChallenge(
  model: ViewModel,
  words: PaymentWords,
  view: { card: Pick<Card, 'brand' | 'lastFour'>; address: string | null },
): string {
  const { texts } = words
  const today = words.money(model.plan.parts[0]?.amountMinor ?? 0n, model.currency)
  const card = texts.confirmCard(brandName(view.card.brand), view.card.lastFour)
  const content = html`
    <section class="hero">
      <div><h1>${texts.challengeTitle}</h1><p class="lead">${texts.challengeLead(today, card)}</p></div>
    </section>
    ${StepForm({
      model,
      step: 'bank',
      class: 'step',
      children: html`
        <p class="soft small">${view.address === null ? texts.challengeSandbox : texts.challengeElsewhere}</p>
        ${Actions({
          children: html`
            ${
              view.address === null
                ? PrimaryButton({ words, label: texts.challengeConfirm, name: 'answer', value: 'confirm' })
                : html`<a class="primary" href=${view.address}>${texts.challengeElsewhereButton}</a>`
            }
            <button class="secondary" type="submit" name="answer" value="refuse">${texts.challengeRefuse}</button>
          `,
        })}
      `,
    })}
    ${CancelForm({ model, words })}`
  return renderSessionPage(model, words, { title: texts.challengeTitle }, content)
}

/**
 * Returns the page of an order that somebody else is paying, in another session of the payment link. It reloads by
 * itself.
 */
export function renderReserved(model: ViewModel, words: PaymentWords): string {
  const { texts } = words
  const content = html`<section class="outcome" role="status">
      ${Ring({ filled: 4, size: 72, class: 'loading' })}
      <h1>${texts.reservedTitle}</h1><p class="lead">${texts.reservedLead}</p>
    </section>
    ${CancelForm({ model, words })}`
  const refresh = { seconds: 5, address: addressOf(model) }
  return renderSessionPage(model, words, { title: texts.reservedTitle, data: { poll: 'reserved' }, refresh }, content)
}

/** Returns the page that waits for the processor. It reloads by itself. */
export function renderWaiting(model: ViewModel, words: PaymentWords): string {
  const { texts } = words
  const content = html`<section class="outcome" role="status">
    ${Ring({ filled: 4, size: 72, class: 'loading' })}
    <h1>${texts.waitingTitle}</h1><p class="lead">${texts.waitingLead}</p>
  </section>`
  const refresh = { seconds: 2, address: addressOf(model) }
  return renderSessionPage(model, words, { title: texts.waitingTitle, data: { poll: 'waiting' }, refresh }, content)
}

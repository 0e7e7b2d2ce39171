import type { Charge } from '../../../money/charges/charge.ts'
import { Ring } from '../../../platform/ui/components/pictures.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { AccountForm, cardText, PurchaseHeader } from '../components.ts'
import type { PurchaseModel } from '../purchase-model.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

/** Returns the page of a challenge: a link to the bank's page, or, in a sandbox, a form in its place. */
export function renderBank(model: ViewModel, words: AccountWords, purchase: PurchaseModel, charge: Charge): string {
  const { texts } = words
  const { amountMinor, card, challengeAddress } = charge
  const query = { charge: charge.id }
  const lead = texts.challengeLead(words.money(amountMinor, purchase.currency), cardText(card, words))
  const content = html`
    ${PurchaseHeader({ purchase, words })}
    <section class="hero"><div><h1>${texts.challengeTitle}</h1><p class="lead">${lead}</p></div></section>
    ${AccountForm({
      model,
      path: 'bank',
      query,
      class: 'step',
      children: html`
        <p class="soft small">${challengeAddress === null ? texts.challengeSandbox : texts.challengeElsewhere}</p>
        ${Actions({
          children: html`
            ${
              challengeAddress === null
                ? PrimaryButton({ words, label: texts.challengeConfirm, name: 'answer', value: 'confirm' })
                : html`<a class="primary" href=${challengeAddress}>${texts.challengeElsewhereButton}</a>`
            }
            <button class="secondary" type="submit" name="answer" value="refuse">${texts.challengeRefuse}</button>
          `,
        })}
      `,
    })}
    <p class="aside"><a href=${addressOf(model)}>${texts.backToPurchase}</a></p>`
  return renderAccountPage(model, words, { title: texts.challengeTitle, query }, content)
}

/** Returns the page that waits for the processor. It reloads by itself. */
export function renderWaiting(
  model: ViewModel,
  words: AccountWords,
  purchase: PurchaseModel,
  chargeId: string,
): string {
  const { texts } = words
  const query = { charge: chargeId }
  const content = html`
    ${PurchaseHeader({ purchase, words })}
    <section class="outcome" role="status">
      ${Ring({ filled: 4, size: 72, class: 'loading' })}
      <h1>${texts.waitingTitle}</h1><p class="lead">${texts.waitingLead}</p>
    </section>
    <p class="aside"><a href=${addressOf(model)}>${texts.backToPurchase}</a></p>`
  const refresh = { seconds: 2, address: addressOf(model, '', query) }
  return renderAccountPage(
    model,
    words,
    { title: texts.waitingTitle, data: { poll: 'waiting' }, query, refresh },
    content,
  )
}

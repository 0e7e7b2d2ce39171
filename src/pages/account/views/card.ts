import type { CardProblems } from '../../../money/checkout/card/card.ts'
import { Notice } from '../../../platform/ui/components/blocks.ts'
import { Icon } from '../../../platform/ui/components/pictures.ts'
import { CardFields } from '../../../platform/ui/customer/card-fields.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { AccountForm, BackLink, PurchaseHeader } from '../components.ts'
import type { PurchaseModel } from '../purchase-model.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

export interface CardView {
  /** Undefined: for all purchases. */
  readonly purchase: PurchaseModel | undefined
  /** The early payment that the customer continues with. */
  readonly what?: string | undefined
  readonly problems?: CardProblems | undefined
  readonly expiry?: string | undefined
  /** Whether the processor has its own card page. */
  readonly isHosted?: boolean
  /** Why the card was not accepted. */
  readonly trouble?: string | undefined
}

/** Returns the page for another card, for one purchase or all. */
export function renderCard(model: ViewModel, words: AccountWords, view: CardView): string {
  const { texts } = words
  const { purchase, what } = view
  const lead = purchase === undefined ? texts.changeCardsLead : texts.changeCardLead(purchase.storeName)
  const back = purchase === undefined ? texts.back : texts.backToPurchase
  const content = html`
    ${BackLink({ href: addressOf(model), label: back })}
    ${purchase && PurchaseHeader({ purchase, words })}
    <section class="hero"><div><h1>${texts.changeCardTitle}</h1><p class="lead">${lead}</p></div></section>
    ${view.trouble && Notice({ text: view.trouble })}
    ${
      view.isHosted
        ? html`<div class="step">
            <p class="soft small">${texts.cardElsewhere}</p>
            <p class="secure soft small">${Icon({ name: 'lock', size: 18 })}${texts.secure}</p>
            ${Actions({
              children: html`<a class="primary" href=${addressOf(model, 'card-page', { what })}>
                ${texts.cardElsewhereButton}
              </a>`,
            })}
          </div>`
        : AccountForm({
            model,
            path: 'card',
            query: { what },
            class: 'step',
            children: html`
              ${CardFields({ words, problems: view.problems ?? {}, expiry: view.expiry })}
              ${
                purchase &&
                html`<label class="check">
                  <input type="checkbox" name="all" value="yes" /><span>${texts.changeAll}</span>
                </label>`
              }
              ${Actions({ children: PrimaryButton({ words, label: texts.saveCard }) })}
            `,
          })
    }`
  const hint = model.isTest && !view.isHosted ? texts.testCard : undefined
  const isError = view.problems !== undefined || view.trouble !== undefined
  const own = { title: texts.changeCardTitle, isError, hint, path: 'card', query: { what } }
  return renderAccountPage(model, words, own, content)
}

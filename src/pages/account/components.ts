import { brandName } from '../../money/checkout/card/card.ts'
import type { Card } from '../../platform/adapters/card-processor.ts'
import { shortText } from '../../platform/base/texts.ts'
import { Icon, type IconName } from '../../platform/ui/components/pictures.ts'
import { StoreHeader } from '../../platform/ui/customer/store-header.ts'
import { Form } from '../../platform/ui/forms/form.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { PurchaseModel } from './purchase-model.ts'
import { addressOf, type ViewModel } from './view-model.ts'
import type { AccountWords } from './words/words.ts'

interface AccountFormProps {
  readonly model: ViewModel
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly class?: string
  readonly id?: string
  readonly children?: Content
}

/** A form that posts to an address of the account. */
export function AccountForm({ model, path, query, class: className, id, children }: AccountFormProps): Content {
  return Form({ action: addressOf(model, path, query), csrfToken: model.csrfToken, class: className, id, children })
}

/** The store, order and total of a purchase. */
export function PurchaseHeader({ purchase, words }: { purchase: PurchaseModel; words: AccountWords }): Content {
  const { texts } = words
  const { storeName, storeLogo, orderReference, boughtOn, totalMinor, currency } = purchase
  const order = html`<span class="number">${words.longDate(boughtOn)}</span>
    ${orderReference && html` · <bdi class="order-reference">${texts.order(shortText(orderReference, 60))}</bdi>`}`
  return StoreHeader({
    storeName,
    logo: storeLogo,
    order,
    children:
      totalMinor > 0n &&
      html`<p class="strong number"><span class="unseen">${texts.total}: </span>${words.money(totalMinor, currency)}</p>`,
  })
}

type Tone = 'good' | 'wait' | 'bad' | 'soft'

/** A status as a word, an icon and a colour. */
export function Status({ tone, icon, text }: { tone: Tone; icon?: IconName; text: string }): Content {
  return html`<span class=${`status status-${tone}`}>
    ${icon && Icon({ name: icon, size: 16 })}<span>${text}</span>
  </span>`
}

/** A notice of success. */
export function GoodNote({ text }: { text: string }): Content {
  return html`<div class="note" role="status">${Icon({ name: 'check', size: 20 })}<p>${text}</p></div>`
}

/** The link back, above everything else. */
export function BackLink({ href, label }: { href: string; label: string }): Content {
  return html`<nav class="back"><a class="quiet" href=${href}>${Icon({ name: 'back', size: 18 })}${label}</a></nav>`
}

/** Returns a card's brand and last digits for a sentence. */
export function cardText({ brand, lastFour }: Pick<Card, 'brand' | 'lastFour'>, words: AccountWords): string {
  return words.texts.confirmCard(brandName(brand), lastFour)
}

import { brandName } from '../../../money/checkout/card/card.ts'
import type { DeclineReason } from '../../../platform/adapters/card-processor.ts'
import { Notice } from '../../../platform/ui/components/blocks.ts'
import { Ring } from '../../../platform/ui/components/pictures.ts'
import { CardLine } from '../../../platform/ui/customer/card-fields.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { BackLink, cardText, GoodNote, PurchaseHeader } from '../components.ts'
import { arcsOf, type PurchaseModel } from '../purchase-model.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'
import { Charges, Documents, Installments, type PurchaseProps, Returns } from './purchase-parts.ts'

/** The outcome of the last form. */
export type PurchaseNote =
  | { readonly kind: 'paid' | 'unclear'; readonly amountMinor: bigint }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  | { readonly kind: 'card' }

interface PurchaseView {
  readonly note?: PurchaseNote | undefined
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** Returns the page of a purchase: status, early payments, installments, charges and returns. */
export function renderPurchase(
  model: ViewModel,
  words: AccountWords,
  purchase: PurchaseModel,
  view: PurchaseView = {},
): string {
  const { texts } = words
  const props: PurchaseProps = { model, words, purchase }
  const title = titleOf(props)
  const content = html`
    ${BackLink({ href: addressOf({ ...model, purchaseId: undefined }), label: texts.back })}
    ${PurchaseHeader({ purchase, words })}
    ${view.note && Note({ ...props, note: view.note })}
    <section class="hero">
      <div><h1>${title}</h1><p class="lead">${leadOf(props)}</p></div>
      ${Ring({ ...arcsOf(purchase), size: 64, class: `ring-${purchase.status}` })}
    </section>
    ${UnderWay(props)}
    ${Choices(props)}
    ${
      purchase.openMinor > 0n &&
      html`<section class="chosen" aria-label=${texts.cardFor}>
        ${CardLine({ name: brandName(purchase.card.brand), lastFour: purchase.card.lastFour })}
        <a href=${addressOf(model, 'card')}>${texts.changeCard}</a>
      </section>`
    }
    ${Installments(props)}
    ${Charges(props)}
    ${Returns(props)}
    ${Documents(props)}`
  const isError = view.note?.kind === 'declined'
  const own = { title: `${purchase.storeName} · ${title}`, isError, query: view.query ?? {} }
  const follows = purchase.underWay === undefined ? {} : { data: { poll: 'under way' } }
  return renderAccountPage(model, words, { ...own, ...follows }, content)
}

function titleOf({ words, purchase }: PurchaseProps): string {
  const { texts } = words
  const { status, currency, overdueMinor, openMinor } = purchase
  const open = words.money(openMinor, currency)
  switch (status) {
    case 'completed':
      return texts.statusCompleted
    case 'cancelled':
      return texts.cancelledTitle
    case 'overdue':
      return texts.statusOverdue(words.money(overdueMinor, currency))
    case 'defaulted':
      return texts.statusDefaulted(open)
    case 'active':
      return texts.leftTitle(open)
  }
}

function leadOf(props: PurchaseProps): string {
  const { words, purchase } = props
  const { texts } = words
  const { status, needsCard, nextAttemptOn, waitsForStore, isDisputed } = purchase
  if (isDisputed && (status === 'active' || status === 'overdue')) return texts.leadDisputed
  switch (status) {
    case 'completed':
      return texts.leadCompleted
    case 'cancelled':
      return texts.leadCancelled
    case 'defaulted':
      return texts.leadDefaulted
    case 'overdue':
      if (waitsForStore) return texts.leadWaits
      if (needsCard) return texts.leadNeedsCard
      return nextAttemptOn === undefined ? texts.leadPayNow : texts.leadRetry(words.longDate(nextAttemptOn))
    case 'active':
      return activeLead(props)
  }
}

function activeLead({ words, purchase }: PurchaseProps): string {
  const { texts } = words
  const { next, currency, card, needsCard, waitsForStore, nextAttemptOn, installments } = purchase
  if (waitsForStore || next === undefined) return texts.leadWaits
  if (needsCard) return texts.leadNeedsCard
  const amount = words.money(next.amountMinor, currency)
  const isDue = installments.some(({ status }) => status === 'due')
  return isDue
    ? texts.leadDue(amount, words.longDate(nextAttemptOn ?? next.dueDate), cardText(card, words))
    : texts.leadNext(amount, words.longDate(next.dueDate), cardText(card, words))
}

function Note({ model, words, purchase, note }: PurchaseProps & { note: PurchaseNote }): Content {
  const { texts } = words
  const { currency, card } = purchase
  switch (note.kind) {
    case 'paid':
      return GoodNote({ text: texts.paidNote(words.money(note.amountMinor, currency)) })
    case 'unclear':
      return Notice({ text: texts.unclearNote(words.money(note.amountMinor, currency)) })
    case 'card':
      return GoodNote({ text: texts.cardNote(cardText(card, words)) })
    case 'declined':
      return html`<div>
        ${Notice({ text: texts.declines[note.reason] })}
        <p class="aside"><a href=${addressOf(model, 'card')}>${texts.payAgainCard}</a></p>
      </div>`
  }
}

// One charge at a time: until its outcome is known, the page offers no payment.
function UnderWay({ model, words, purchase }: PurchaseProps): Content {
  const { texts } = words
  const charge = purchase.underWay
  if (charge === undefined) return null
  const amount = words.money(charge.amountMinor, purchase.currency)
  if (charge.state !== 'challenged' || charge.kind !== 'early') {
    return html`<div class="waits" role="status">
      ${Ring({ filled: 4, size: 24, class: 'loading' })}<p>${texts.underWay(amount)}</p>
    </div>`
  }
  return html`<div class="waits">
    <p>${texts.underWayBank(amount)} <a href=${addressOf(model, '', { charge: charge.id })}>${texts.toBank}</a></p>
  </div>`
}

function Choices({ model, words, purchase }: PurchaseProps): Content {
  const { texts } = words
  const { choices, currency, needsCard, underWay } = purchase
  if (underWay !== undefined || choices.length === 0) return null
  if (needsCard)
    return html`<div class="choices"><a class="primary" href=${addressOf(model, 'card')}>${texts.useOtherCard}</a></div>`
  return html`<div class="choices">
    ${choices.map(
      ({ what, amountMinor }, index) =>
        html`<a class=${index === 0 && what === 'overdue' ? 'primary choice' : 'secondary choice'}
          href=${addressOf(model, 'pay', { what })}>
          <span>${texts.payChoices[what]}</span> <span class="number">${words.money(amountMinor, currency)}</span>
        </a>`,
    )}
  </div>`
}

import { shortText } from '../../../platform/base/texts.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { BackLink, cardText } from '../components.ts'
import type { ChargeLine, PurchaseModel } from '../purchase-model.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

/** Returns the receipt of one charge, for printing. */
export function renderReceipt(
  model: ViewModel,
  words: AccountWords,
  purchase: PurchaseModel,
  charge: ChargeLine,
): string {
  const { texts } = words
  const { currency, storeName, orderReference, totalMinor, feeMinor, openMinor } = purchase
  const money = (minor: bigint): string => words.money(minor, currency)
  const rows: readonly (readonly [string, Content])[] = [
    [texts.receiptStore, html`<bdi>${storeName}</bdi>`],
    ...(orderReference === '' ? [] : [[texts.receiptOrder, html`<bdi>${shortText(orderReference)}</bdi>`] as const]),
    [texts.receiptDate, words.longDate(charge.on)],
    [texts.receiptCard, cardText(charge.card, words)],
    ...(charge.returnedMinor > 0n ? [[texts.receiptReturned, money(charge.returnedMinor)] as const] : []),
    [texts.receiptPlan, money(totalMinor)],
    ...(feeMinor === 0n ? [] : [[texts.receiptFee, money(feeMinor)] as const]),
    [texts.receiptLeft, money(openMinor)],
    [texts.receiptNumber, html`<bdi class="receipt-number">${charge.id}</bdi>`],
  ]
  const content = html`
    ${BackLink({ href: addressOf(model), label: texts.backToPurchase })}
    <section class="receipt">
      <h1>${texts.receiptTitle}</h1>
      <p class="receipt-sum">
        <span class="soft">${texts.receiptAmount}</span> <span class="number">${money(charge.amountMinor)}</span>
      </p>
      <dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      ${model.isTest && html`<p class="soft small">${texts.receiptTest}</p>`}
    </section>
    <div class="choices"><button class="secondary" type="button" hidden data-print>${texts.print}</button></div>`
  return renderAccountPage(
    model,
    words,
    { title: texts.receiptTitle, path: 'receipt', query: { charge: charge.id } },
    content,
  )
}

import { brandName } from '../../../money/checkout/card/card.ts'
import type { LocalDate } from '../../../money/plans/local-time.ts'
import { Notice } from '../../../platform/ui/components/blocks.ts'
import { Icon } from '../../../platform/ui/components/pictures.ts'
import { CardLine } from '../../../platform/ui/customer/card-fields.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { AccountForm, BackLink, cardText, PurchaseHeader } from '../components.ts'
import type { PayChoice, PurchaseModel } from '../purchase-model.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

interface PayView {
  readonly choice: PayChoice
  /** Why the last press charged nothing. Shown below the button. */
  readonly decline?: string | undefined
  /** The changes since the page was opened. Shown above everything. */
  readonly moved?: string | undefined
}

/** Returns the confirmation of an early payment: amount, card and covered dates. */
export function renderPay(model: ViewModel, words: AccountWords, purchase: PurchaseModel, view: PayView): string {
  const { texts } = words
  const { what, amountMinor } = view.choice
  const amount = words.money(amountMinor, purchase.currency)
  const title = texts.payTitle(amount)
  const dates = coveredDates(purchase, view.choice).map((date) => words.longDate(date))
  const content = html`
    ${BackLink({ href: addressOf(model), label: texts.backToPurchase })}
    ${PurchaseHeader({ purchase, words })}
    ${view.moved && Notice({ text: view.moved })}
    <section class="hero">
      <div>
        <h1>${title}</h1>
        <p class="lead">
          ${texts.payLead(amount, cardText(purchase.card, words))} ${texts.payCovers(words.list(dates))}
        </p>
      </div>
    </section>
    <section class="chosen" aria-label=${texts.cardLabel}>
      ${CardLine({ name: brandName(purchase.card.brand), lastFour: purchase.card.lastFour })}
      <a href=${addressOf(model, 'card', { what })}>${texts.useOtherCard}</a>
    </section>
    ${AccountForm({
      model,
      path: 'pay',
      query: { what },
      class: 'step',
      children: html`
        <input type="hidden" name="amount" value=${String(amountMinor)} />
        <input type="hidden" name="last_charge" value=${purchase.lastChargeId} />
        ${Actions({
          children: html`
            ${PrimaryButton({ words, label: texts.pay(amount) })}
            ${
              view.decline &&
              html`<p class="error" role="alert">
                ${Icon({ name: 'alert', size: 18 })}
                <span>${view.decline} <a href=${addressOf(model, 'card', { what })}>${texts.payAgainCard}</a></span>
              </p>`
            }
          `,
        })}
      `,
    })}`
  const isError = view.decline !== undefined || view.moved !== undefined
  return renderAccountPage(model, words, { title, isError, path: 'pay', query: { what } }, content)
}

/** Returns the due dates of the installments that this pays, wholly or in part. */
function coveredDates({ installments }: PurchaseModel, { what }: PayChoice): LocalDate[] {
  const open = installments.filter((installment) => installment.amountMinor > installment.paidMinor)
  const covered = {
    overdue: open.filter(({ status }) => status === 'overdue'),
    next: open.slice(0, 1),
    all: open,
  }[what]
  return covered.map(({ dueDate }) => dueDate)
}

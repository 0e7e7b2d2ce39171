import { brandName } from '../../../money/checkout/card/card.ts'
import type { Installment } from '../../../money/plans/plan.ts'
import type { IconName } from '../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { Status } from '../components.ts'
import type { ChargeLine, PurchaseModel } from '../purchase-model.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

export interface PurchaseProps {
  readonly model: ViewModel
  readonly words: AccountWords
  readonly purchase: PurchaseModel
}

const installmentTones: Record<Installment['status'], { tone: 'good' | 'wait' | 'bad' | 'soft'; icon?: IconName }> = {
  paid: { tone: 'good', icon: 'check' },
  scheduled: { tone: 'soft' },
  due: { tone: 'wait', icon: 'clock' },
  overdue: { tone: 'bad', icon: 'alert' },
  cancelled: { tone: 'soft' },
}

/** The installments with date, amount and status. */
export function Installments({ words, purchase }: PurchaseProps): Content {
  const { texts } = words
  return html`<section class="part-of">
    <h2>${texts.planHeading}</h2>
    <ol class="lines">
      ${purchase.installments.map(
        ({ number, dueDate, amountMinor, status }) => html`<li class=${`line line-${status}`}>
          <span class="line-what">
            <span class="unseen">${texts.partOf(words.number(number), words.number(purchase.installments.length))}: </span>
            <span>${words.longDate(dueDate)}</span>
            ${Status({ ...installmentTones[status], text: texts.installmentStates[status] })}
          </span>
          ${amountMinor > 0n && html`<span class="number strong">${words.money(amountMinor, purchase.currency)}</span>`}
        </li>`,
      )}
    </ol>
    ${
      purchase.feeMinor > 0n &&
      html`<p class="soft small">${texts.feeNote(words.money(purchase.totalMinor, purchase.currency), words.money(purchase.feeMinor, purchase.currency))}</p>`
    }
  </section>`
}

/** The charges with date, card and outcome. A paid charge has a receipt. */
export function Charges(props: PurchaseProps): Content {
  const { words, purchase } = props
  if (purchase.charges.length === 0) return null
  return html`<section class="part-of">
    <h2>${words.texts.chargesHeading}</h2>
    <ul class="lines">
      ${purchase.charges.map(
        (charge) => html`<li class=${`line line-${charge.outcome}`}>
          <span class="line-what">
            <span>${words.longDate(charge.on)} ${InlineCard(charge.card)}</span>
            ${Outcome({ words, charge })}
            ${
              charge.returnedMinor > 0n &&
              html`<span class="soft small">
                ${words.texts.someReturned(words.money(charge.returnedMinor, purchase.currency))}
              </span>`
            }
          </span>
          <span class="line-end">
            <span class="number strong">${words.money(charge.amountMinor, purchase.currency)}</span>
            ${charge.outcome === 'paid' && ReceiptLink({ ...props, charge })}
          </span>
        </li>`,
      )}
    </ul>
  </section>`
}

function ReceiptLink({ model, words, charge }: PurchaseProps & { charge: ChargeLine }): Content {
  const { receipt, receiptOf } = words.texts
  const label = receiptOf(words.longDate(charge.on))
  return html`<a class="small" href=${addressOf(model, 'receipt', { charge: charge.id })} aria-label=${label}>
    ${receipt}
  </a>`
}

function Outcome({ words, charge }: { words: AccountWords; charge: ChargeLine }): Content {
  const { chargeOutcomes, declines } = words.texts
  const text = chargeOutcomes[charge.outcome]
  switch (charge.outcome) {
    case 'paid':
      return Status({ tone: 'good', icon: 'check', text })
    case 'under_way':
      return Status({ tone: 'wait', icon: 'clock', text })
    case 'declined':
      return html`${Status({ tone: 'bad', icon: 'alert', text })}
        ${charge.reason && html`<span class="soft small">${firstSentence(declines[charge.reason])}</span>`}`
    case 'unclear':
    case 'undone':
      return Status({ tone: 'soft', text })
  }
}

// The rest of the text says what to do; the page says that elsewhere.
function firstSentence(text: string): string {
  return text.slice(0, text.indexOf('.') + 1) || text
}

/** The returns to cards, with their status. */
export function Returns({ words, purchase }: PurchaseProps): Content {
  const { texts } = words
  if (purchase.returns.length === 0) return null
  return html`<section class="part-of">
    <h2>${texts.returnsHeading}</h2>
    <ul class="lines">
      ${purchase.returns.map(
        ({ on, amountMinor, card, state }) => html`<li class="line">
          <span class="line-what">
            <span>${words.longDate(on)} ${card && InlineCard(card)}</span>
            ${Status({
              tone: state === 'failed' ? 'bad' : state === 'confirmed' ? 'good' : 'wait',
              icon: state === 'failed' ? 'alert' : state === 'confirmed' ? 'check' : 'clock',
              text: texts.returnStates[state],
            })}
          </span>
          <span class="number strong">${words.money(amountMinor, purchase.currency)}</span>
        </li>`,
      )}
    </ul>
  </section>`
}

function InlineCard({ brand, lastFour }: ChargeLine['card']): Content {
  return html`<span class="soft small number">${brandName(brand)} <bdi dir="ltr">•• ${lastFour}</bdi></span>`
}

/** Links to the statement, and to the clearance letter where nothing is left to pay. */
export function Documents({ model, words, purchase }: PurchaseProps): Content {
  const { texts } = words
  return html`<p class="small">
    <a href=${addressOf(model, 'statement')}>${texts.statement}</a>
    ${purchase.openMinor <= 0n && html` · <a href=${addressOf(model, 'letter')}>${texts.letter}</a>`}
  </p>`
}

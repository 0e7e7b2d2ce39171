import { shortText } from '../../platform/base/texts.ts'
import { Fold } from '../../platform/ui/components/blocks.ts'
import { Form } from '../../platform/ui/forms/form.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { PageFigures } from './plan-words.ts'
import { addressOf, type PlanChoice, type ViewModel } from './view-model.ts'
import type { PaymentWords, Texts } from './words.ts'

interface ViewProps {
  readonly model: ViewModel
  readonly words: PaymentWords
}

/** Returns the figures of a plan for the page's texts. */
export function figuresOf({ terms, parts, feeMinor }: PlanChoice, model: ViewModel, words: PaymentWords): PageFigures {
  const money = (minor: bigint): string => words.money(minor, model.currency)
  const [each, last] = [parts[1]?.amountMinor ?? 0n, parts.at(-1)?.amountMinor ?? 0n]
  return {
    count: terms.count,
    shown: words.number(terms.count),
    isMonthly: terms.period === 'P1M',
    today: money(parts[0]?.amountMinor ?? 0n),
    each: money(each),
    equal: words.number(terms.count - (last === each ? 1 : 2)),
    last: last === each ? null : money(last),
    total: money(model.amountMinor + feeMinor),
    fee: feeMinor === 0n ? null : money(feeMinor),
  }
}

/** The plan as a row of segments; `paid` of them are filled. Long amounts, and other plans than four parts, are rows. */
export function Plan({ model, words, paid }: ViewProps & { paid: number }): Content {
  const { texts } = words
  const { parts } = model.plan
  const amounts = parts.map((part) => words.bareMoney(part.amountMinor, model.currency))
  const isLong = parts.length !== 4 || amounts.some((amount) => amount.length > 8)
  return html`<ol class=${`plan ${isLong ? 'plan-rows' : ''}`} aria-label=${texts.plan.label(figuresOf(model.plan, model, words))}>
    ${parts.map(
      (part, index) => html`<li class=${index < paid ? 'part part-paid' : index === 0 ? 'part part-today' : 'part'}>
        <span class="unseen">${texts.partOf(words.number(index + 1), words.number(parts.length))}: </span>
        <span class="part-date">${index === 0 ? texts.today : words.shortDate(part.dueDate)}</span>
        <span class="part-amount">
          <span aria-hidden="true">${amounts[index]}</span>
          <span class="unseen">${words.money(part.amountMinor, model.currency)}</span>
        </span>
      </li>`,
    )}
  </ol>`
}

/** The order's items with delivery, discount, tax and the total, folded. */
export function OrderItems({ model, words }: ViewProps): Content {
  const { items, currency } = model
  if (items.length === 0) return null
  // What is sold by weight, and a discount, counts as one.
  const pieces = items.map(({ quantity }) => (Number.isInteger(quantity) && quantity > 0 ? quantity : 1))
  const count = pieces.reduce((sum, each) => sum + each, 0)
  return Fold({
    summary: words.texts.items(count, words.number(count)),
    children: html`<ul class="items">
      ${items.map(
        (item) => html`<li>
          <span class="item-title">
            <span class="soft">${words.texts.quantity(words.number(item.quantity))}</span> <bdi>${shortText(item.title)}</bdi>
          </span>
          <span class="number">${words.money(item.amountMinor, currency)}</span>
        </li>`,
      )}
      ${adjustmentLines(model).map(({ name, amountMinor }) => OrderLine({ model, words, name, amountMinor }))}
      ${OrderLine({ model, words, name: 'total', amountMinor: model.amountMinor })}
    </ul>`,
  })
}

interface AdjustmentLine {
  readonly name: keyof Texts['adjustments']
  readonly amountMinor: bigint
}

/** Returns the lines between the items and the total. Tax that the prices already include is named so. */
function adjustmentLines({ items, adjustments, amountMinor: total }: ViewModel): AdjustmentLine[] {
  const lines = adjustments.map(({ kind, amountMinor }) => ({
    name: kind,
    amountMinor: kind === 'discount' ? -amountMinor : amountMinor,
  }))
  const rest = [...items, ...lines.filter(({ name }) => name !== 'tax')]
  const isTaxIncluded = rest.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) === total
  return lines.map((line) => (line.name === 'tax' && isTaxIncluded ? { ...line, name: 'taxIncluded' } : line))
}

interface OrderLineProps extends ViewProps {
  readonly name: AdjustmentLine['name'] | 'total'
  readonly amountMinor: bigint
}

function OrderLine({ model, words: { texts, money }, name, amountMinor }: OrderLineProps): Content {
  const label = name === 'total' ? texts.total : texts.adjustments[name]
  return html`<li class=${name === 'total' ? 'order-total' : 'soft'}>
    <span>${label}</span><span class="number">${money(amountMinor, model.currency)}</span>
  </li>`
}

interface StepFormProps {
  readonly model: ViewModel
  readonly step: string
  readonly class?: string
  readonly id?: string
  readonly children?: Content
}

/** A form that posts to one step of the session. */
export function StepForm({ model, step, class: className, id, children }: StepFormProps): Content {
  return Form({ action: addressOf(model, step), csrfToken: model.csrfToken, class: className, id, children })
}

/** The button that cancels, at every step. */
export function CancelForm({ model, words }: ViewProps): Content {
  return StepForm({
    model,
    step: 'cancel',
    class: 'leave',
    children: html`<button class="quiet" type="submit">${words.texts.cancel(model.storeName)}</button>`,
  })
}

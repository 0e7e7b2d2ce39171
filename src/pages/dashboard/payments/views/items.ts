import { leftToRefund } from '../../../../money/payments/payment.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Column, DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html, spread } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import { pathOfForm } from '../addresses.ts'
import { chosenItems, priceOf, type RefundableItem } from '../chosen-items.ts'
import { ExpectedFields, ReasonField } from './money-forms.ts'
import type { PartProps } from './notice.ts'

interface ItemsProps extends PartProps {
  readonly items: readonly RefundableItem[]
  /** Draws the field for an item's quantity. */
  readonly choose?: (item: RefundableItem) => Content
}

/** The items of an order, with the refunded quantities. */
export function ItemsTable({ visit, facts, items, choose }: ItemsProps): Content {
  const { words } = visit
  const { texts } = words
  const columns: Column[] = [
    { label: texts.columnItem },
    { label: texts.columnQuantity, isNumber: true },
    { label: texts.columnPrice, isNumber: true },
    ...(choose === undefined ? [] : [{ label: texts.columnRefund, isNumber: true }]),
  ]
  const rows = items.map((each) => ({
    cells: [
      html`<bdi>${shortText(each.item.title) || texts.untitledItem}</bdi>
        ${each.item.reference_id && html` <span class="soft small"><bdi>${shortText(each.item.reference_id, 60)}</bdi></span>`}
        ${
          each.refunded > 0 && html` <span class="soft small">${texts.itemRefunded(words.number(each.refunded))}</span>`
        }`,
      words.number(each.item.quantity),
      words.money(each.unitMinor, facts.payment.currency),
      ...(choose === undefined ? [] : [choose(each)]),
    ],
  }))
  return DataTable({ caption: texts.items, columns, rows })
}

/** The items as a form that refunds the chosen ones. The script shows their sum. */
export function RefundItems(props: ItemsProps): Content {
  const { visit, facts, notice } = props
  const { words } = visit
  const { texts } = words
  const { payment } = facts
  const money = (minor: bigint): string => words.money(minor, payment.currency)
  const chosen = (notice.fields && chosenItems(payment, notice.fields)) ?? []
  const problem = {
    quantity: texts.chosenWrong,
    'no items': texts.chosenNone,
    'too many items': texts.chosenTooMuch(money(priceOf(chosen)), money(leftToRefund(payment))),
    amount: undefined,
    reason: undefined,
  }[notice.problem ?? 'amount']
  const choose = (each: RefundableItem): Content =>
    Choose({ ...props, each, typed: notice.fields?.[each.field] ?? '0' })
  return VisitForm({
    visit,
    to: pathOfForm(visit, payment.id, 'refund'),
    id: 'refund-items',
    hidden: { by: 'items' },
    children: html`
      ${ExpectedFields({ payment, move: 'refund' })}
      ${problem && Note({ tone: 'bad', children: html`<p>${problem}</p>` })}
      ${ItemsTable({ ...props, choose })}
      ${ReasonField({ visit, notice, id: 'refund-items-reason' })}
      <div class="picking-end">
        <button class="button button-main" type="submit">${texts.refundItems}</button>
        <p class="chosen" hidden>
          ${texts.chosenSum}: <output class="number strong" data-sum data-lang=${words.locale}
            data-currency=${payment.currency}></output>
        </p>
      </div>
    `,
  })
}

// A single item has a checkbox, several have a number field.
function Choose({ visit, each, typed }: ItemsProps & { each: RefundableItem; typed: string }): Content {
  const { words } = visit
  const { texts } = words
  const { field, left, unitMinor, discountMinor, item } = each
  if (left === 0 || unitMinor <= 0n) return null
  const name = isolated(shortText(item.title) || texts.untitledItem)
  const price = spread({ 'data-unit': unitMinor, 'data-discount': discountMinor, 'data-of': item.quantity })
  if (left === 1) {
    return html`<label class="pick">
      <input class="pick-box" type="checkbox" name=${field} value="1" checked=${typed === '1'} ...${price} />
      <span class="unseen">${texts.refundItem(name)}</span>
    </label>`
  }
  const label = texts.quantityOf(name, words.number(left))
  return html`<input class="count" type="number" name=${field} min="0" max=${left} step="1" value=${typed}
    aria-label=${label} ...${price} />`
}

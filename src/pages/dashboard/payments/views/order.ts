import { adjustmentsOf } from '../../../../money/payments/adjustments.ts'
import { cutText, shortText } from '../../../../platform/base/texts.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import { momentAt } from '../../times.ts'
import { pathOfForm } from '../addresses.ts'
import { refundableItems } from '../chosen-items.ts'
import { longestReference } from '../money-move.ts'
import { ItemsTable } from './items.ts'
import type { PartProps } from './notice.ts'

/** The order as the shop sent it, with the form that changes its number. */
export function OrderPanel(props: PartProps): Content {
  const { visit, facts, mayMove } = props
  const { words } = visit
  const { texts } = words
  const { payment, store } = facts
  const { order, shipping_address, description } = payment.order
  const items = refundableItems(payment)
  const left = order.items.length - items.length
  const place = [shipping_address.address, shipping_address.city, shipping_address.zip].filter((line) => line !== '')
  return Panel({
    title: texts.orderPanel,
    id: 'order',
    children: html`
      ${
        mayMove
          ? ReferenceForm(props)
          : Facts({ facts: [[texts.orderReference, html`<bdi>${shortText(payment.orderReference)}</bdi>`]] })
      }
      ${Facts({
        facts: [
          [texts.paymentId, html`<bdi>${payment.id}</bdi>`],
          [texts.createdAt, momentAt(words, payment.createdAt, payment.currency)],
          [texts.store, html`<bdi>${store.name || store.merchantCode}</bdi>`],
          ...(description === '' ? [] : [[texts.description, html`<bdi>${cutText(description, 500)}</bdi>`] as const]),
          [texts.shippingAddress, html`<bdi>${place.join(', ')}</bdi>`],
          ...adjustmentsOf(payment).map(
            ({ kind, amountMinor }) =>
              [texts[kind], html`<span class="number">${words.money(amountMinor, payment.currency)}</span>`] as const,
          ),
        ],
      })}
      ${items.length === 0 && html`<p class="soft">${texts.noItems}</p>`}
      ${items.length > 0 && ItemsTable({ ...props, items })}
      ${left > 0 && html`<p class="soft">${texts.moreItems(words.number(left))}</p>`}
    `,
  })
}

function ReferenceForm({ visit, facts, notice }: PartProps): Content {
  const { words } = visit
  const { texts } = words
  const { id, orderReference } = facts.payment
  const error =
    notice.reference &&
    {
      wrong: texts.wrongReference,
      changed: texts.changedReference(isolated(shortText(orderReference, 60))),
    }[notice.reference]
  const value = error === undefined ? orderReference : (notice.fields?.['order_reference_id'] ?? orderReference)
  return VisitForm({
    visit,
    to: pathOfForm(visit, id, 'reference'),
    class: 'move',
    id: 'reference',
    hidden: { reference_seen: orderReference },
    children: html`
      ${Field({
        name: 'order_reference_id',
        label: texts.referenceField,
        error,
        input: { value, maxlength: longestReference, autocomplete: 'off', dir: 'auto' },
      })}
      <button class="button" type="submit">${texts.changeReference}</button>
    `,
  })
}

import { leftToRefund } from '../../../../money/payments/payment.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { refundableItems } from '../chosen-items.ts'
import { RefundItems } from './items.ts'
import { isRefundable, MoneyForm } from './money-forms.ts'
import type { PartProps } from './notice.ts'

/** Two ways to refund side by side: by amount, and by item. Nothing if the payment cannot be refunded now. */
export function RefundPanel(props: PartProps): Content {
  const { visit, facts, notice, mayMove } = props
  const { words } = visit
  const { texts } = words
  const { payment } = facts
  if (!mayMove || !isRefundable(facts)) return null
  const leftMinor = leftToRefund(payment)
  const items = refundableItems(payment)
  const unlisted = payment.order.order.items.length - items.length
  const byItem = items.some(({ left }) => left > 0)
  return Panel({
    title: texts.refund,
    id: 'refunding',
    aside: html`<span class="soft small">${texts.leftToRefund}: ${words.money(leftMinor, payment.currency)}</span>`,
    children: html`<div class="ways">
      <section aria-label=${texts.refundByAmount}>
        <h3>${texts.refundByAmount}</h3>
        ${MoneyForm({ visit, payment, notice, move: 'refund', label: texts.refund, leftMinor })}
      </section>
      ${
        byItem &&
        html`<section aria-label=${texts.refundByItem}>
          <h3>${texts.refundByItem}</h3>
          ${RefundItems({ ...props, items })}
          ${unlisted > 0 && html`<p class="soft">${texts.moreItems(words.number(unlisted))}</p>`}
        </section>`
      }
    </div>`,
  })
}

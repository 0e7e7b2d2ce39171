import { owedFor } from '../../../../money/disputes/preview-refund.ts'
import { type PlanFacts, planAt } from '../../../../money/plans/plan.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { Facts, Figures, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Ring } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { SupportVisit } from '../../page.ts'
import type { LoadedCase } from '../load-case.ts'

interface OrderPanelProps {
  readonly visit: SupportVisit
  readonly loaded: LoadedCase
  readonly facts: PlanFacts | undefined
}

/** Items that the page shows; the payment's page has all. */
const maxItems = 5

/** The disputed order and its plan in short. */
export function OrderPanel({ visit, loaded, facts }: OrderPanelProps): Content {
  const { words, address, moment } = visit
  const { texts } = words
  const { dispute, payment } = loaded.shown
  const money = (minor: bigint): string => words.money(minor, dispute.currency)
  const more = dispute.items.length - maxItems
  const order = shortText(payment.orderReference, 60) || payment.id
  return Panel({
    title: texts.orderPanel,
    children: html`
      ${Figures({
        figures: [
          { label: texts.disputedAmount, value: money(dispute.amountMinor) },
          ...(dispute.proposedMinor === null
            ? []
            : [{ label: texts.proposedAmount, value: money(dispute.proposedMinor) }]),
          { label: texts.orderAmount, value: money(payment.amountMinor) },
          { label: texts.capturedAmount, value: money(payment.capturedMinor) },
          { label: texts.refundedAmount, value: money(payment.refundedMinor) },
        ],
      })}
      ${facts && PlanLine({ visit, loaded, facts })}
      ${Facts({
        facts: [
          [texts.payment, html`<a href=${address(`payments/${payment.id}`)}><bdi>${order}</bdi></a>`],
          [texts.createdAt, moment(payment.createdAt, payment.currency)],
          ...dispute.items
            .slice(0, maxItems)
            .map((item): readonly [string, Content] => [texts.item, html`<bdi>${shortText(item.title)}</bdi>`]),
        ],
      })}
      ${more > 0 && html`<p class="soft">${texts.moreItems(words.number(more))}</p>`}
    `,
  })
}

function PlanLine({ visit, loaded, facts }: OrderPanelProps & { readonly facts: PlanFacts }): Content {
  const { app, words } = visit
  const { texts } = words
  const { payment } = loaded.shown
  const { installments } = planAt(facts, nowFor(app, loaded.actor))
  const count = (status: string): number => installments.filter((one) => one.status === status).length
  const money = (minor: bigint): string => words.money(minor, payment.currency)
  const parts = texts.partsPaid(words.number(count('paid')), words.number(installments.length))
  return html`<div class="plan-head">
    ${Ring({ of: installments.length, filled: count('paid'), late: count('overdue'), size: 44 })}
    <p>${texts.planPaid(money(payment.paidMinor), parts, money(owedFor(payment)))}</p>
  </div>`
}

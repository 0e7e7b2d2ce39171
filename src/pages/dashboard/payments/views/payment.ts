import { moneyOf } from '../../../../money/explain/money.ts'
import { leftToCapture, leftToRefund } from '../../../../money/payments/payment.ts'
import { paymentJson } from '../../../../money/payments/wire.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { Facts as FactList, Figures, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedFacts } from '../../../back-office/disclosure/disclose-facts.ts'
import type { Answer, Visit } from '../../page.ts'
import { momentAt } from '../../times.ts'
import { addressOfList, placeBehind } from '../addresses.ts'
import { paymentStatusOf } from '../status.ts'
import { DisputesPanel } from './disputes.ts'
import { MoneyForms } from './money-forms.ts'
import { type PartProps, type PaymentNotice, PaymentNoticeBox } from './notice.ts'
import { NotificationsPanel } from './notifications.ts'
import { OrderPanel } from './order.ts'
import { PlanPanel } from './plan.ts'
import { RefundPanel } from './refund.ts'
import { SettlementPanel } from './settlement.ts'
import { TimelinePanel } from './timeline.ts'

/** A payment from top to bottom: money, plan, refund, timeline, notifications, settlement, disputes, order, and the JSON. */
export function paymentPage(visit: Visit, facts: DisclosedFacts, notice: PaymentNotice): Answer {
  const { words } = visit
  const { texts } = words
  const { payment } = facts
  const title =
    payment.orderReference === ''
      ? texts.paymentUntitled
      : texts.paymentTitle(isolated(shortText(payment.orderReference, 60)))
  const mayMove = visit.may('move_money')
  const part: PartProps = { visit, facts, notice, mayMove }
  const content = html`
    ${PaymentNoticeBox({ payment, notice, words })}
    <div class="panels panels-two">
      ${MoneyPanel(part)}
      <div class="panels">${PlanPanel(part)}${CustomerPanel(part)}</div>
    </div>
    ${RefundPanel(part)}
    ${TimelinePanel(part)}
    ${NotificationsPanel(part)}
    <div class="panels panels-even">${SettlementPanel(part)}${DisputesPanel(part)}</div>
    ${OrderPanel(part)}
    ${Evidence({ visit, facts })}
    ${visit.mayReadPersonal && RawData({ visit, facts })}`
  const back = { href: addressOfList(visit, placeBehind(visit)), label: texts.payments }
  return { page: { title, back }, content }
}

function MoneyPanel({ visit, facts, notice, mayMove }: PartProps): Content {
  const { words } = visit
  const { texts } = words
  const { payment } = facts
  const money = (minor: bigint): string => words.money(minor, payment.currency)
  const { feeMinor, vatMinor, netMinor } = moneyOf(facts)
  const isOpen = payment.status === 'AUTHORIZED' || payment.status === 'CREATED'
  const moment = payment.dueAt === null ? undefined : momentAt(words, payment.dueAt, payment.currency)
  return Panel({
    title: texts.moneyPanel,
    aside: StatusTag(paymentStatusOf(payment, words)),
    children: html`
      ${Figures({
        figures: [
          { label: texts.amount, value: money(payment.amountMinor) },
          { label: texts.captured, value: money(payment.capturedMinor) },
          { label: texts.refunded, value: money(payment.refundedMinor) },
          isOpen
            ? { label: texts.leftToCapture, value: money(leftToCapture(payment)) }
            : { label: texts.leftToRefund, value: money(leftToRefund(payment)) },
        ],
      })}
      ${
        payment.capturedMinor > 0n &&
        FactList({
          facts: [
            [texts.fee, html`<span class="number">${money(feeMinor)}</span>`],
            [texts.vat, html`<span class="number">${money(vatMinor)}</span>`],
            [
              texts.net,
              html`<strong class="number">${money(netMinor)}</strong> <span class="soft small">${texts.netHint}</span>`,
            ],
          ],
        })
      }
      ${
        moment &&
        html`<p class="soft">${payment.status === 'CREATED' ? texts.expiresAt(moment) : texts.captureBy(moment)}</p>`
      }
      ${mayMove && MoneyForms({ visit, facts, notice })}
    `,
  })
}

function CustomerPanel({ visit, facts }: PartProps): Content {
  const { texts } = visit.words
  const { buyer } = facts.payment.order
  return Panel({
    title: texts.customerPanel,
    children: FactList({
      facts: [
        [texts.customerName, html`<bdi>${shortText(buyer.name)}</bdi>`],
        [texts.customerEmail, html`<bdi>${buyer.email}</bdi>`],
        [texts.customerPhone, html`<bdi dir="ltr">${buyer.phone}</bdi>`],
      ],
    }),
  })
}

/** The longest JSON that is shown, in characters. A longer one can be downloaded. */
const longestShown = 8_000

function Evidence({ visit, facts: { payment } }: Pick<PartProps, 'visit' | 'facts'>): Content {
  if (!visit.mayDownload) return null
  const { texts } = visit.words
  return Fold({
    summary: texts.evidence,
    children: html`<p>${texts.evidenceNote}</p>
      <p><a href=${visit.address(`payments/${payment.id}/evidence`)}>${texts.evidenceDownload}</a></p>`,
  })
}

function RawData({ visit, facts: { payment, now } }: Pick<PartProps, 'visit' | 'facts'>): Content {
  const { texts } = visit.words
  const json = paymentJson(payment, now)
  const download =
    visit.mayDownload && html`<a href=${visit.address(`payments/${payment.id}/json`)}>${texts.rawDownload}</a>`
  return Fold({
    summary: texts.rawJson,
    children:
      json.length > longestShown
        ? html`<p>${texts.rawTooLong} ${download}</p>`
        : html`<pre class="raw" dir="ltr" tabindex="0">${JSON.stringify(JSON.parse(json.toString()), null, 2)}</pre>
            ${download && html`<p>${download}</p>`}`,
  })
}

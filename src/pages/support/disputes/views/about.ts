import { timeLeft } from '../../../../money/disputes/dispute.ts'
import { isActive } from '../../../../money/disputes/states.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { SupportVisit } from '../../page.ts'
import type { LoadedCase } from '../load-case.ts'
import { disputeTones, leftText } from '../status.ts'

interface AboutProps {
  readonly visit: SupportVisit
  readonly loaded: LoadedCase
  readonly storeName: string
}

/** One line about the dispute: store, customer, amount and reason; then the time left, and what happens then. */
export function About({ visit, loaded, storeName }: AboutProps): Content {
  const { app, words, address } = visit
  const { texts } = words
  const { actor, isOpen } = loaded
  const { dispute, payment } = loaded.shown
  const customer = isOpen ? shortText(payment.order.buyer.name, 60) || dispute.customerEmail : texts.customerIsHidden
  const status = { tone: disputeTones[dispute.status], text: texts.disputeStatuses[dispute.status] }
  const left = leftText(timeLeft(dispute, nowFor(app, actor)), words)
  return Panel({
    title: texts.aboutPanel,
    aside: StatusTag(status),
    children: html`
      <p class="about-line">
        <a href=${address(`merchants/${actor.merchantId}`)}><bdi>${storeName}</bdi></a>
        <span> · <bdi>${customer}</bdi></span>
        <span> · <strong class="number">${words.money(dispute.amountMinor, dispute.currency)}</strong></span>
        <span> · ${texts.disputeReasons[dispute.reason]}</span>
      </p>
      <p>${left && html`<strong>${left}</strong>. `}${thenText(visit, loaded)}</p>
    `,
  })
}

/** Returns what happens to the dispute if nobody does anything. */
function thenText({ words, moment }: SupportVisit, { dispute }: LoadedCase): string {
  const { texts } = words
  const { status, dueAt, amountMinor, currency } = dispute
  const amount = words.money(amountMinor, currency)
  if (dueAt !== null) {
    const then = status === 'evidence_customer' ? texts.thenDecline : texts.thenRefund
    return then(amount, moment(dueAt, currency))
  }
  return isActive(status) ? texts.thenSupport : texts.thenNothing
}

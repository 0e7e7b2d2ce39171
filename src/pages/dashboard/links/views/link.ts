import { type LinkStatus, linkStatusOf } from '../../../../money/checkout/links/payment-link.ts'
import { refusals } from '../../../../money/checkout/refusals.ts'
import type { Refusal } from '../../../../platform/base/refusals.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { minute, second } from '../../../../platform/base/times.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { Facts, Figures, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated, leftToRight } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedLink } from '../../../back-office/disclosure/disclose-link.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, momentAt } from '../../times.ts'
import { statusOf } from '../status.ts'
import { LinkUse } from './link-use.ts'

/** The outcome of a form, as the page shows it. */
export interface LinkNotice {
  /** The last act: `make`, `send` or `cancel`. */
  readonly done?: string | undefined
  /** The service's refusal. */
  readonly refused?: Refusal
}

/** A link: its status, the ways to give it to the customer, and its order. */
export function linkPage(visit: Visit, link: DisclosedLink, notice: LinkNotice): Answer {
  const { words, app, actor, address } = visit
  const { texts } = words
  const { session } = link
  const { currency, amountMinor, orderReference } = session.payment
  const status = linkStatusOf(link, nowFor(app, actor))
  const content = html`
    ${LinkNoticeBox({ visit, link, notice, status })}
    ${Panel({
      title: texts.linkPanel,
      aside: StatusTag(statusOf(status, words)),
      children: html`
        ${Figures({ figures: [{ label: texts.amount, value: words.money(amountMinor, currency) }] })}
        ${status === 'open' ? LinkUse({ visit, link }) : Afterwards({ visit, link, status })}
      `,
    })}
    ${Panel({ title: texts.aboutPanel, children: Facts({ facts: factsOf(visit, link) }) })}
    <p class="soft small">${clockNoteOf(visit, currency)}</p>`
  const title = orderReference === '' ? texts.linkUntitled : texts.linkTitle(isolated(shortText(orderReference, 60)))
  const back = { href: address('links'), label: texts.links }
  return { page: { title, back, isError: notice.refused !== undefined }, content }
}

/** Returns the facts of a link: its order, and what happened to it. */
function factsOf({ words }: Visit, link: DisclosedLink): [string, Content][] {
  const { texts } = words
  const { session, madeAt, madeBy, endsAt, cancelledAt, paidAt, sends, sentAt, opens, openedAt } = link
  const { currency, orderReference, order } = session.payment
  const { name, email, phone } = order.buyer
  const moment = (at: number | null): string => (at === null ? '' : momentAt(words, at, currency))
  const unopened = endsAt === null ? '' : texts.linkUnopened
  const openedOf = openedAt === null ? unopened : texts.linkTimes(words.number(opens), moment(openedAt))
  const known: readonly (readonly [string, string])[] = [
    [texts.linkDescription, order.description],
    [texts.customerName, name],
    [texts.customerPhone, phone && leftToRight(phone)],
    [texts.customerEmail, email],
    [texts.store, session.storeName],
    [texts.linkMade, moment(madeAt)],
    [texts.linkMadeBy, madeBy],
    [texts.linkEnds, moment(endsAt)],
    [texts.linkSent, sentAt === null ? '' : texts.linkTimes(words.number(sends), moment(sentAt))],
    [texts.linkOpened, openedOf],
    [texts.linkCancelled, moment(cancelledAt)],
    [texts.linkPaid, moment(paidAt)],
  ]
  const shown = known.filter(([, value]) => value !== '')
  return [
    [texts.order, html`<bdi>${shortText(orderReference, 60) || texts.noOrderNumber}</bdi>`],
    ...shown.map(([label, value]): [string, Content] => [label, html`<bdi>${value}</bdi>`]),
  ]
}

interface AfterwardsProps {
  readonly visit: Visit
  readonly link: DisclosedLink
  readonly status: LinkStatus
}

// Says how the link has ended, and names the next step.
function Afterwards({ visit, link: { id, session }, status }: AfterwardsProps): Content {
  const { words, address } = visit
  const { texts } = words
  if (status === 'paid')
    return html`<p>${texts.linkPaidLead}</p>
      <p><a class="button" href=${address(`payments/${session.payment.id}`)}>${texts.seePayment}</a></p>`
  const reasons = {
    order_amount_too_high: texts.refusedTooHigh,
    order_amount_too_low: texts.refusedTooLow,
    not_available: texts.refusedCustomer,
  }
  const leads = {
    open: '',
    refused: reasons[session.rejectionReason ?? 'not_available'],
    ended: texts.linkEndedLead,
    cancelled: texts.linkCancelledLead,
  }
  const mayMake = visit.may('make_links')
  return html`<p>${leads[status]}</p>
    ${mayMake && html`<p><a class="button" href=${address('links/new', { from: id })}>${texts.makeAgain}</a></p>`}`
}

interface LinkNoticeBoxProps {
  readonly visit: Visit
  readonly link: DisclosedLink
  readonly notice: LinkNotice
  readonly status: LinkStatus
}

/** Confirms the last act if the link agrees with it, or shows the refusal. */
export function LinkNoticeBox({ visit, link, notice, status }: LinkNoticeBoxProps): Content {
  const { texts } = visit.words
  const { done, refused } = notice
  if (refused !== undefined)
    return Note({ tone: 'bad', children: html`<p><strong>${texts.cannot}</strong> ${whyNot(visit, notice)}</p>` })
  const text =
    (done === 'make' && status === 'open' && texts.doneMakeLink) ||
    (done === 'send' && link.sends > 0 && texts.doneSendLink) ||
    (done === 'cancel' && (status === 'cancelled' || status === 'ended') && texts.doneCancelLink)
  return text ? Note({ tone: 'good', children: html`<p>${text}</p>` }) : null
}

function whyNot({ words }: Visit, { refused }: LinkNotice): string {
  const { texts } = words
  if (refused?.retryAfterSeconds !== undefined)
    return texts.tooManyMessages(words.number(Math.ceil((refused.retryAfterSeconds * second) / minute)))
  switch (refused?.message) {
    case refusals.linkSentMeanwhile.text:
      return texts.sentMeanwhile
    case refusals.phoneNotReachable.text:
    case refusals.noPhone.text:
      return texts.phoneOutOfReach
    default:
      return texts.linkFinished
  }
}

/** Returns the page that asks for confirmation of a cancellation. */
export function askCancel(visit: Visit, { id, session }: DisclosedLink): Answer {
  const { texts, money } = visit.words
  const { amountMinor, currency, orderReference } = session.payment
  const amount = money(amountMinor, currency)
  const sentence =
    orderReference === ''
      ? texts.askCancelUnnumbered(amount)
      : texts.askCancelLink(amount, isolated(shortText(orderReference, 60)))
  const label = texts.cancelLink
  return askPage(visit, { title: label, sentence, to: `links/${id}/cancel`, back: `links/${id}`, label })
}

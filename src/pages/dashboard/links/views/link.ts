import { refusals } from '../../../../money/checkout/refusals.ts'
import { type SessionStatus, statusOf as sessionStatus } from '../../../../money/checkout/sessions/session.ts'
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
import { momentAt, zoneNoteOf } from '../../times.ts'
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
  const { session, madeAt, madeBy, sends, sentAt } = link
  const { payment, expiresAt } = session
  const { currency, amountMinor, orderReference, order } = payment
  const { name, email, phone } = order.buyer
  const status = sessionStatus(session, nowFor(app, actor))
  const moment = (at: number): string => momentAt(words, at, currency)
  const typed: readonly (readonly [string, string])[] = [
    [texts.linkDescription, order.description],
    [texts.customerName, name],
    [texts.customerPhone, phone && leftToRight(phone)],
    [texts.customerEmail, email],
  ]
  const facts: [string, Content][] = [
    [texts.order, html`<bdi>${shortText(orderReference, 60) || texts.noOrderNumber}</bdi>`],
    ...typed
      .filter(([, value]) => value !== '')
      .map(([label, value]): [string, Content] => [label, html`<bdi>${value}</bdi>`]),
    [texts.store, html`<bdi>${session.storeName}</bdi>`],
    [texts.linkMade, moment(madeAt)],
    [texts.linkMadeBy, html`<bdi>${madeBy}</bdi>`],
    ...(sentAt === null
      ? []
      : [[texts.linkSent, texts.linkSends(words.number(sends), moment(sentAt))] as [string, Content]]),
  ]
  const content = html`
    ${LinkNoticeBox({ visit, link, notice, status })}
    ${Panel({
      title: texts.linkPanel,
      aside: StatusTag(statusOf(status, words)),
      children: html`
        ${Figures({ figures: [{ label: texts.amount, value: words.money(amountMinor, currency) }] })}
        ${
          status === 'created'
            ? LinkUse({ visit, link, until: moment(expiresAt) })
            : Afterwards({ visit, link, status })
        }
      `,
    })}
    ${Panel({ title: texts.aboutPanel, children: Facts({ facts }) })}
    <p class="soft small">${zoneNoteOf(words, currency)}</p>`
  const title = orderReference === '' ? texts.linkUntitled : texts.linkTitle(isolated(shortText(orderReference, 60)))
  const back = { href: address('links'), label: texts.links }
  return { page: { title, back, isError: notice.refused !== undefined }, content }
}

interface AfterwardsProps {
  readonly visit: Visit
  readonly link: DisclosedLink
  readonly status: SessionStatus
}

// Says how the link has ended, and names the next step.
function Afterwards({ visit, link: { id, session }, status }: AfterwardsProps): Content {
  const { words, address } = visit
  const { texts } = words
  if (status === 'approved')
    return html`<p>${texts.linkPaidLead}</p>
      <p><a class="button" href=${address(`payments/${session.payment.id}`)}>${texts.seePayment}</a></p>`
  const reasons = {
    order_amount_too_high: texts.refusedTooHigh,
    order_amount_too_low: texts.refusedTooLow,
    not_available: texts.refusedCustomer,
  }
  const lead = status === 'rejected' ? reasons[session.rejectionReason ?? 'not_available'] : texts.linkOverLead
  const mayMake = visit.may('make_links')
  return html`<p>${lead}</p>
    ${mayMake && html`<p><a class="button" href=${address('links/new', { from: id })}>${texts.makeAgain}</a></p>`}`
}

interface LinkNoticeBoxProps {
  readonly visit: Visit
  readonly link: DisclosedLink
  readonly notice: LinkNotice
  readonly status: SessionStatus
}

/** Confirms the last act if the link agrees with it, or shows the refusal. */
export function LinkNoticeBox({ visit, link, notice, status }: LinkNoticeBoxProps): Content {
  const { texts } = visit.words
  const { done, refused } = notice
  if (refused !== undefined)
    return Note({ tone: 'bad', children: html`<p><strong>${texts.cannot}</strong> ${whyNot(visit, notice)}</p>` })
  const text =
    (done === 'make' && status === 'created' && texts.doneMakeLink) ||
    (done === 'send' && link.sends > 0 && texts.doneSendLink) ||
    (done === 'cancel' && status === 'expired' && texts.doneCancelLink)
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

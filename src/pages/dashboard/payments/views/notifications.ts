import { merchantTime } from '../../../../money/explain/events/notifications.ts'
import { type Instant, second } from '../../../../platform/base/times.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { AnnouncedDelivery, Announcement } from '../../../../platform/webhooks/story/list-announcements.ts'
import { deliveryTones } from '../../../back-office/payment-tones.ts'
import { placeOf } from '../../../back-office/webhook-place.ts'
import { exactMomentAt } from '../../times.ts'
import { eventOf } from '../../webhooks/status.ts'
import type { DashboardWords } from '../../words/words.ts'
import { addressOfPayment, pathOfForm } from '../addresses.ts'
import type { PartProps } from './notice.ts'

/** The number of notifications that are shown at first: the newest. */
const newest = 10

/** The payment's notifications in the order of the timeline, a line each. The attempts and a resend are folded. */
export function NotificationsPanel(props: PartProps): Content {
  const { visit, facts } = props
  const { words } = visit
  const { texts } = words
  const { announcements, payment } = facts
  const isAll = visit.query('all') === 'notifications' || announcements.length <= newest
  const notifications = announcements.toSorted(inOrder).slice(isAll ? 0 : -newest)
  const mayResend = visit.may('change_webhooks')
  const all = `${addressOfPayment(visit, payment.id, { all: 'notifications' })}#notifications`
  return Panel({
    title: texts.notificationsPanel,
    id: 'notifications',
    children: html`
      ${announcements.length === 0 && html`<p class="soft">${texts.notificationsEmpty}</p>`}
      ${
        !isAll &&
        html`<p>
          <a class="button" href=${all}>
            ${texts.showAll(words.number(announcements.length + facts.leftOut.notifications))}
          </a>
        </p>`
      }
      ${
        isAll &&
        facts.leftOut.notifications > 0 &&
        html`<p class="soft">${texts.earlierAttempts(words.number(facts.leftOut.notifications))}</p>`
      }
      ${mayResend && announcements.length > 0 && VisitForm({ visit, to: pathOfForm(visit, payment.id, 'resend'), id: 'resend' })}
      <ol class="notifications">
        ${notifications.map((notification) => NotificationItem({ ...props, notification, mayResend }))}
      </ol>
    `,
  })
}

interface NotificationProps extends PartProps {
  readonly notification: Announcement
  readonly mayResend: boolean
}

function NotificationItem(props: NotificationProps): Content {
  const { visit, facts, notification, mayResend } = props
  const { words } = visit
  const { texts } = words
  const { deliveries } = notification
  const what = eventOf(words, notification.status, false)
  const when = exactMomentAt(words, notification.at, facts.payment.currency)
  const line = html`<span class="notification-line">
    <strong>${what}</strong>
    ${DeliverySummary({ deliveries, words })}
    <span class="soft small notification-time">${when}</span>
  </span>`
  if (deliveries.length === 0 && !mayResend) return html`<li class="notification">${line}</li>`
  return html`<li>
    <details class="notification">
      <summary>${line}</summary>
      ${deliveries.map((delivery) => Delivery({ ...props, delivery }))}
      ${
        mayResend &&
        html`<button class="button" type="submit" form="resend" name="notification_id" value=${notification.id}
          aria-label=${texts.resendOf(what, when)}>
          ${texts.resend}
        </button>`
      }
    </details>
  </li>`
}

// The first of these states that a delivery has is that of the notification.
const gravest = ['failed', 'dropped', 'waiting', 'delivered'] as const

function DeliverySummary({ deliveries, words }: { deliveries: readonly AnnouncedDelivery[]; words: DashboardWords }) {
  const { texts } = words
  const state = gravest.find((each) => deliveries.some((delivery) => delivery.state === each))
  if (state === undefined) return html`<span class="soft small">${texts.noWebhook}</span>`
  const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0)
  return html`${StatusTag({ tone: deliveryTones[state], text: texts.deliveryStates[state] })}
    ${attempts > 0 && html`<span class="soft small">${texts.attempts(attempts, words.number(attempts))}</span>`}`
}

function Delivery({
  visit,
  facts,
  notification,
  delivery,
}: NotificationProps & { delivery: AnnouncedDelivery }): Content {
  const { words } = visit
  const { texts } = words
  const { state, tried, attempts, url, nextAttemptAt } = delivery
  const at = (instant: Instant): string => exactMomentAt(words, instant, facts.payment.currency)
  const place = html`<bdi dir="ltr">${placeOf(url) ?? texts.goneWebhook}</bdi> ${StatusTag({
    tone: deliveryTones[state],
    text: texts.deliveryStates[state],
  })}`
  if (attempts === 0) return html`<p class="notification-target">${place}</p>`
  return html`<div class="notification-target">
    <p>${place} <span class="soft small">${texts.attempts(attempts, words.number(attempts))}</span></p>
    <ol class="tries">
      ${
        attempts > tried.length &&
        html`<li class="soft">${texts.earlierAttempts(words.number(attempts - tried.length))}</li>`
      }
      ${tried.map(
        ({ at: triedAt, status, durationMs, answer }) => html`<li>
          <span>${at(merchantTime(facts, notification, delivery, triedAt))}</span>
          <strong>${status === null ? texts.noAnswer : texts.answered(words.number(status))}</strong>
          <span class="soft">${texts.after(words.number(durationMs))}</span>
          ${answer !== '' && html`<code dir="ltr">${answer}</code>`}
        </li>`,
      )}
    </ol>
    ${
      nextAttemptAt !== null &&
      html`<p class="soft small">${texts.nextAttempt(at(nextAttemptAt + facts.clockOffsetMs))}</p>`
    }
  </div>`
}

// Movements have whole seconds. Within one second, events are sorted by their notifications.
function inOrder(one: Announcement, other: Announcement): number {
  const secondOf = ({ at }: Announcement): number => Math.floor(at / second)
  const rankOf = ({ family }: Announcement): number => (family === 'payment' ? 0 : 1)
  return secondOf(one) - secondOf(other) || rankOf(one) - rankOf(other) || one.sequence - other.sequence
}

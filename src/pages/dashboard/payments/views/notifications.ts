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
import { addressOfPayment, pathOfForm } from '../addresses.ts'
import type { PartProps } from './notice.ts'

/** The number of notifications that are shown at first. */
const newest = 10

/** The payment's notifications with their attempts, newest first, and a button that resends each. */
export function NotificationsPanel(props: PartProps): Content {
  const { visit, facts } = props
  const { words } = visit
  const { texts } = words
  const { announcements, payment } = facts
  const isAll = visit.query('all') === 'notifications' || announcements.length <= newest
  const notifications = announcements
    .toSorted(inOrder)
    .toReversed()
    .slice(0, isAll ? undefined : newest)
  const mayResend = visit.may('change_webhooks')
  const items = notifications.map((one) => NotificationItem({ ...props, notification: one, mayResend }))
  const list = html`<ul class="notifications">${items}</ul>`
  const all = `${addressOfPayment(visit, payment.id, { all: 'notifications' })}#notifications`
  return Panel({
    title: texts.notificationsPanel,
    id: 'notifications',
    children: html`
      ${
        announcements.length === 0
          ? html`<p class="soft">${texts.notificationsEmpty}</p>`
          : mayResend
            ? VisitForm({ visit, to: pathOfForm(visit, payment.id, 'resend'), children: list })
            : list
      }
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
  const what = eventOf(words, notification.status, false)
  const when = exactMomentAt(words, notification.at, facts.payment.currency)
  return html`<li>
    <div class="notification-head">
      <p><strong>${what}</strong> <span class="soft small">${when}</span></p>
      ${
        mayResend &&
        html`<button class="button" type="submit" name="notification_id" value=${notification.id}
          aria-label=${texts.resendOf(what, when)}>
          ${texts.resend}
        </button>`
      }
    </div>
    ${notification.deliveries.length === 0 && html`<p class="soft small">${texts.noWebhook}</p>`}
    ${notification.deliveries.map((delivery) => Delivery({ ...props, delivery }))}
  </li>`
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
  return html`<details class="notification-target">
    <summary>${place} <span class="soft small">${texts.attempts(attempts, words.number(attempts))}</span></summary>
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
  </details>`
}

// Movements have whole seconds. Within one second, events are sorted by their notifications.
function inOrder(one: Announcement, other: Announcement): number {
  const secondOf = ({ at }: Announcement): number => Math.floor(at / second)
  const rankOf = ({ family }: Announcement): number => (family === 'payment' ? 0 : 1)
  return secondOf(one) - secondOf(other) || rankOf(one) - rankOf(other) || one.sequence - other.sequence
}

import type { Currency } from '../../../../platform/base/markets.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import type { AnnouncedDelivery, Announcement } from '../../../../platform/webhooks/story/list-announcements.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import { deliveryTones } from '../../../back-office/payment-tones.ts'
import { placeOf } from '../../../back-office/webhook-place.ts'
import type { SupportVisit } from '../../page.ts'

interface NotificationsPanelProps {
  readonly visit: SupportVisit
  readonly payment: DisclosedPayment
  readonly announcements: readonly Announcement[]
}

/** The notifications of a payment, newest first, with all attempts and a button that resends. */
export function NotificationsPanel({ visit, payment, announcements }: NotificationsPanelProps): Content {
  const { words, exactMoment } = visit
  const { texts } = words
  if (announcements.length === 0) return null
  return Panel({
    title: texts.notificationsPanel,
    children: html`<ul class="notifications">${announcements.toReversed().map((announcement) => {
      const when = exactMoment(announcement.at, payment.currency)
      const what = texts.notificationOf(leftToRight(announcement.status), texts.families[announcement.family])
      return html`<li>
        <div class="notification-head">
          <p><strong>${what}</strong> <span class="soft small">${when}</span></p>
          ${VisitForm({
            visit,
            to: `payments/${payment.id}/notifications/${announcement.id}/resend`,
            children: html`<button class="button" type="submit" aria-label=${texts.resendOf(what, when)}>
              ${texts.resend}
            </button>`,
          })}
        </div>
        ${announcement.deliveries.length === 0 && html`<p class="soft small">${texts.noWebhook}</p>`}
        ${announcement.deliveries.map((delivery) => Delivery({ visit, currency: payment.currency, delivery }))}
      </li>`
    })}</ul>`,
  })
}

interface DeliveryProps {
  readonly visit: SupportVisit
  readonly currency: Currency
  readonly delivery: AnnouncedDelivery
}

function Delivery({ visit, currency, delivery }: DeliveryProps): Content {
  const { words, exactMoment } = visit
  const { texts } = words
  const { url, state, tried } = delivery
  return html`<div class="notification-target">
    <p>
      <bdi dir="ltr">${placeOf(url) ?? texts.webhookGone}</bdi> ${StatusTag({
        tone: deliveryTones[state],
        text: texts.deliveryStates[state],
      })}
    </p>
    ${
      tried.length > 0 &&
      html`<ul class="tries">${tried.map(
        ({ at, status, durationMs }) =>
          html`<li>
            ${exactMoment(at, currency)}: ${status === null ? texts.noAnswer : leftToRight(`HTTP ${status}`)}, ${leftToRight(`${durationMs} ms`)}
          </li>`,
      )}</ul>`
    }
  </div>`
}

import { second } from '../../../../platform/base/times.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import { messageRequest } from '../../../../platform/webhooks/delivery/message.ts'
import type { WebhookHeader } from '../../../../platform/webhooks/endpoints/header.ts'
import { testEventId } from '../../../../platform/webhooks/notifications/test-event.ts'
import { type DisclosedEvent, statusIn } from '../../../back-office/disclosure/disclose-delivery.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import type { OwnWebhook } from '../own-webhooks.ts'
import { answerOf, eventOf, stateOf } from '../status.ts'

interface DeliveryView {
  readonly webhook: OwnWebhook
  readonly event: DisclosedEvent
  /** The number of the payment's order, if the visit may see it. */
  readonly orderNumber: string | undefined
  /** The header, with a masked value. */
  readonly header: WebhookHeader | null
  readonly isSigned: boolean
  readonly times: StoreTimes
  readonly done: string | undefined
}

/** One event and its delivery to one webhook. */
export function deliveryPage(visit: Visit, view: DeliveryView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { webhook, times, done } = view
  const { notification } = view.event
  const mayResend = visit.may('change_webhooks') && webhook.disabledAt === null
  const isTestEvent = notification.paymentId === testEventId
  const name = eventOf(words, statusIn(notification.body), isTestEvent)
  const doneText = done === 'resent' ? texts.doneResent : done === 'tested' ? texts.doneTested : undefined
  const content = html`
    ${doneText && Note({ tone: 'good', children: html`<p>${doneText}</p>` })}
    ${State({ visit, view, name, isTestEvent })}
    ${Attempts({ visit, view })}
    ${Request({ visit, view, mayRead: visit.mayReadPersonal && (isTestEvent || visit.may('see_deliveries')) })}
    <p class="soft small">${clockNoteOf(visit, times.currency, 'both')}</p>`
  return {
    page: {
      title: name,
      back: { href: address(`webhooks/${webhook.id}`), label: leftToRight(new URL(webhook.url).host) },
      actions:
        mayResend &&
        VisitForm({
          visit,
          to: `webhooks/${webhook.id}/events/${notification.id}/resend`,
          children: html`<button class="button button-main" type="submit">${texts.hookResend}</button>`,
        }),
    },
    content,
  }
}

interface PartProps {
  readonly visit: Visit
  readonly view: DeliveryView
}

function State({ visit, view, name, isTestEvent }: PartProps & { name: string; isTestEvent: boolean }): Content {
  const { words, address } = visit
  const { texts } = words
  const { event, orderNumber, times } = view
  const { notification, delivery } = event
  const status = stateOf(words, { state: delivery.state, attempts: delivery.attempts.length })
  const maySee = !isTestEvent && visit.may('see_payments')
  const link = (text: Content): Content =>
    maySee ? html`<a href=${address(`payments/${notification.paymentId}`)}>${text}</a>` : text
  return Panel({
    title: texts.hookDelivery,
    aside: StatusTag(status),
    children: Facts({
      facts: [
        [texts.hookEvent, name],
        [texts.hookHappened, times.exactMoment(notification.createdAt)],
        ...(orderNumber ? [[texts.orderReference, link(html`<bdi class="strong">${orderNumber}</bdi>`)] as const] : []),
        [texts.paymentId, link(html`<bdi dir="ltr">${notification.paymentId}</bdi>`)],
        [texts.hookSequence, words.number(notification.sequence)],
        [texts.nextTry, delivery.nextAttemptAt === null ? texts.noNextTry : times.exactMoment(delivery.nextAttemptAt)],
      ],
    }),
  })
}

function Attempts({ visit, view: { event, times } }: PartProps): Content {
  const { words } = visit
  const { texts } = words
  const { attempts } = event.delivery
  if (attempts.length === 0)
    return Panel({ title: texts.hookAttempts, children: html`<p class="soft">${texts.noAttempts}</p>` })
  const columns = [
    { label: texts.hookAttempt, isNumber: true },
    { label: texts.hookAt },
    { label: texts.hookAnswer },
    { label: texts.hookTook, isNumber: true },
    { label: texts.answerText },
  ]
  const rows = attempts.toReversed().map((attempt, index) => ({
    cells: [
      words.number(attempts.length - index),
      times.exactMoment(attempt.at),
      answerOf(texts, attempt),
      texts.milliseconds(words.number(attempt.durationMs)),
      attempt.status === null || attempt.answer === ''
        ? '–'
        : html`<code class="answer" dir="auto">${attempt.answer}</code>`,
    ],
  }))
  return Panel({ title: texts.hookAttempts, children: DataTable({ caption: texts.hookAttempts, columns, rows }) })
}

// The request with the current header, and the time of the last attempt.
function Request({ visit, view, mayRead }: PartProps & { mayRead: boolean }): Content {
  const { texts } = visit.words
  const { webhook, event, header, isSigned } = view
  const { notification, delivery } = event
  const at = delivery.attempts.at(-1)?.at ?? Math.ceil(notification.createdAt / second) * second
  const message = { ...webhook, notificationId: notification.id, sequence: notification.sequence }
  const { headers } = messageRequest({ ...message, body: '', header, signingSecrets: [] }, at)
  const lines = Object.entries({ ...headers, ...(isSigned && { 'Webhook-Signature': 'v1,…' }) })
  const { pathname, search, host } = new URL(webhook.url)
  const target = visit.may('change_webhooks') ? `${pathname}${search}` : `${pathname}${search && '?…'}`
  return Panel({
    title: texts.hookRequest,
    children: html`
      <pre class="raw" dir="ltr" tabindex="0">
        ${[`POST ${target}`, `Host: ${host}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\n')}
      </pre>
      ${
        mayRead
          ? html`<pre class="raw" dir="ltr" tabindex="0">${JSON.stringify(notification.body, null, 2)}</pre>`
          : html`<p class="soft">${texts.bodyHidden}</p>`
      }
    `,
  })
}

import { DataTable, Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import { choiceField, FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { testEventId } from '../../../../platform/webhooks/notifications/test-event.ts'
import type { Visit } from '../../page.ts'
import { answerOf, eventOf, stateOf } from '../status.ts'
import type { WebhookView } from './webhook.ts'

/** What was sent to the webhook, the newest first. */
export function Deliveries({ visit, view }: { visit: Visit; view: WebhookView }): Content {
  const { words, address } = visit
  const { texts } = words
  const { webhook, deliveries, older, isFirst, isWrong } = view
  const path = `webhooks/${webhook.id}`
  const status = view.status || undefined
  const field = choiceField(words, {
    ...{ name: 'status', label: texts.hookStanding, value: view.status },
    choices: [
      ['', texts.allDeliveries],
      ['failing', texts.failingDeliveries],
    ],
  })
  return html`<h2 id="deliveries">${texts.hookDeliveries}</h2>
    ${FilterBar({ words, action: address(path), fields: [field] })}
    ${
      isWrong
        ? WrongFilter({ words })
        : deliveries.length === 0
          ? NoDeliveries({ visit, view })
          : DeliveryTable({ visit, view })
    }
    ${Pager({
      label: texts.pages,
      newer: { href: isFirst ? undefined : address(path, { status }), label: texts.hookNewest },
      older: { href: older && address(path, { status, before: older }), label: texts.older },
    })}`
}

function NoDeliveries({ visit, view }: { visit: Visit; view: WebhookView }): Content {
  const { texts } = visit.words
  const { status, older } = view
  const [title, lead] =
    older !== undefined
      ? [texts.noneHereTitle, texts.noneHereLead]
      : status === 'failing'
        ? [texts.noneFailingTitle, texts.noneFailingLead]
        : [texts.noDeliveriesTitle, texts.noDeliveriesLead]
  return Empty({ icon: 'webhooks', title, lead })
}

function DeliveryTable({ visit, view }: { visit: Visit; view: WebhookView }): Content {
  const { words, address } = visit
  const { texts } = words
  const { webhook, deliveries, times } = view
  const columns = [
    { label: texts.hookEvent },
    { label: texts.hookHappened },
    { label: texts.hookStanding },
    { label: texts.hookAttempts, isNumber: true },
    { label: texts.lastAnswer },
    { label: texts.nextTry, isMinor: true },
  ]
  const rows = deliveries.map((delivery) => ({
    href: address(`webhooks/${webhook.id}/events/${delivery.notificationId}`),
    cells: [
      eventOf(words, delivery.status, delivery.paymentId === testEventId),
      times.moment(delivery.createdAt),
      StatusTag(stateOf(words, delivery)),
      words.number(delivery.attempts),
      delivery.lastAttempt === undefined ? '–' : answerOf(texts, delivery.lastAttempt),
      delivery.nextAttemptAt === null ? '–' : times.moment(delivery.nextAttemptAt),
    ],
  }))
  return DataTable({ caption: texts.hookDeliveries, columns, rows })
}

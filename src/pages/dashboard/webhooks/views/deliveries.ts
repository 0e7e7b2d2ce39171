import { DataTable, Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import { FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { testEventId } from '../../../../platform/webhooks/notifications/test-event.ts'
import type { OrderDelivery } from '../../../back-office/disclosure/disclose-delivery.ts'
import type { Disclosed } from '../../../back-office/disclosure/reader.ts'
import type { Visit } from '../../page.ts'
import type { StoreTimes } from '../../times.ts'
import { type ListedDeliveries, pageSize } from '../delivery-filter.ts'
import type { OwnWebhook } from '../own-webhooks.ts'
import { answerOf, eventOf, stateOf } from '../status.ts'

/** A page of a webhook's deliveries, and the events where the next pages begin. */
export interface DeliveriesView {
  readonly listed: ListedDeliveries
  readonly deliveries: readonly Disclosed<OrderDelivery>[]
  readonly older: string | undefined
  readonly newer: string | undefined
}

interface DeliveriesProps {
  readonly visit: Visit
  readonly webhook: OwnWebhook
  readonly list: DeliveriesView
  readonly times: StoreTimes
}

/** The webhook's deliveries, newest first. */
export function Deliveries(props: DeliveriesProps): Content {
  const { visit, webhook, list } = props
  const { words, address } = visit
  const { texts } = words
  const { listed, deliveries, older, newer } = list
  const path = `webhooks/${webhook.id}`
  // Nothing is newer than the first page, whatever number the address has.
  const first = newer === undefined ? 1 : listed.first
  const behind = first + deliveries.length
  const ahead = Math.max(1, first - pageSize)
  return html`<h2 id="deliveries">${texts.hookDeliveries}</h2>
    ${FilterBar({ words, action: `${address(path)}#deliveries`, fields: listed.fields })}
    ${
      listed.isWrong
        ? WrongFilter({ words })
        : deliveries.length === 0
          ? NoDeliveries(props)
          : html`<p class="soft small">${texts.hookRange(words.number(first), words.number(behind - 1))}</p>
              ${DeliveryTable(props)}`
    }
    ${Pager({
      label: texts.pages,
      newer: { href: newer && address(path, { ...listed.query, after: newer, at: String(ahead) }), label: texts.newer },
      older: {
        href: older && address(path, { ...listed.query, before: older, at: String(behind) }),
        label: texts.older,
      },
    })}`
}

function NoDeliveries({ visit, list }: DeliveriesProps): Content {
  const { texts } = visit.words
  const { listed, older } = list
  const { typed, status, from, to } = listed
  const [title, lead] =
    older !== undefined
      ? [texts.noneHereTitle, texts.noneHereLead]
      : typed.trim() !== '' || from !== null || to !== null
        ? [texts.noneFoundTitle, texts.noneFoundLead]
        : status === undefined
          ? [texts.noDeliveriesTitle, texts.noDeliveriesLead]
          : status === 'failing'
            ? [texts.noneFailingTitle, texts.noneFailingLead]
            : [texts.noneFoundTitle, texts.noneFoundLead]
  return Empty({ icon: 'webhooks', title, lead })
}

function DeliveryTable({ visit, webhook, list, times }: DeliveriesProps): Content {
  const { words, address } = visit
  const { texts } = words
  const columns = [
    { label: texts.orderReference },
    { label: texts.hookEvent },
    { label: texts.hookHappened },
    { label: texts.webhookStatus },
    { label: texts.hookAttempts, isNumber: true },
    { label: texts.lastAnswer },
    { label: texts.nextTry, isMinor: true },
    { label: texts.hookPayment },
  ]
  const rows = list.deliveries.map((delivery) => ({
    href: address(`webhooks/${webhook.id}/events/${delivery.notificationId}`),
    cells: [
      OrderName({ visit, delivery }),
      eventOf(words, delivery.status, delivery.paymentId === testEventId),
      times.exactMoment(delivery.createdAt),
      StatusTag(stateOf(words, delivery)),
      words.number(delivery.attempts),
      delivery.lastAttempt === undefined ? '–' : answerOf(texts, delivery.lastAttempt),
      delivery.nextAttemptAt === null ? '–' : times.exactMoment(delivery.nextAttemptAt),
      PaymentLink({ visit, delivery }),
    ],
  }))
  return DataTable({ caption: texts.hookDeliveries, columns, rows })
}

interface DeliveryProps {
  readonly visit: Visit
  readonly delivery: Disclosed<OrderDelivery>
}

/** The link to the payment, if the visit may see it. */
function PaymentLink({ visit, delivery: { paymentId, orderReference } }: DeliveryProps): Content {
  const { words, address } = visit
  if (paymentId === testEventId || !visit.may('see_payments')) return '–'
  const name = words.texts.hookPaymentOf(orderReference === '' ? paymentId : orderReference)
  return html`<a href=${address(`payments/${paymentId}`)} aria-label=${name}>${words.texts.hookPayment}</a>`
}

/** The order's number; without one, or if the visit may not see it, the payment's id. */
function OrderName({ visit, delivery }: DeliveryProps): Content {
  const { orderReference, paymentId } = delivery
  if (paymentId === testEventId) return visit.words.texts.testEvent
  if (orderReference === '') return html`<bdi dir="ltr" class="small">${paymentId}</bdi>`
  return html`<bdi class="strong">${orderReference}</bdi>`
}

import { day } from '../../../../platform/base/times.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { DataTable, Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import { choiceField, FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DeliveryFigures } from '../../../../platform/webhooks/endpoints/delivery-figures.ts'
import type { WebhookDelivery } from '../../../../platform/webhooks/notifications/list-webhook-deliveries.ts'
import { testEventId } from '../../../../platform/webhooks/notifications/test-event.ts'
import type { Visit } from '../../page.ts'
import type { StoreTimes } from '../../times.ts'
import type { OwnWebhook } from '../own-webhooks.ts'
import { answerOf, eventOf, stateOf } from '../status.ts'
import type { WebhookNotice } from '../typed-webhook.ts'

export interface WebhookView {
  readonly webhook: OwnWebhook
  readonly health: DeliveryFigures | undefined
  readonly deliveries: readonly WebhookDelivery[]
  /** The last event of the page, if older ones follow. */
  readonly older: string | undefined
  readonly isFirst: boolean
  /** The filter of the address. */
  readonly status: string
  /** Whether the filter cannot be read. */
  readonly isWrong: boolean
  readonly times: StoreTimes
  readonly notice: WebhookNotice
}

/** The webhook's deliveries, newest first. */
export function Deliveries({ visit, view }: { visit: Visit; view: WebhookView }): Content {
  const { words, address } = visit
  const { texts } = words
  const { webhook, deliveries, older, isFirst, isWrong } = view
  const path = `webhooks/${webhook.id}`
  const status = view.status || undefined
  const field = choiceField(words, {
    ...{ name: 'status', label: texts.webhookStatus, value: view.status },
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
    { label: texts.webhookStatus },
    { label: texts.hookAttempts, isNumber: true },
    { label: texts.lastAnswer },
    { label: texts.nextTry, isMinor: true },
  ]
  const rows = deliveries.map((delivery) => ({
    href: address(`webhooks/${webhook.id}/events/${delivery.notificationId}`),
    cells: [
      eventOf(words, delivery.status, delivery.paymentId === testEventId),
      times.exactMoment(delivery.createdAt),
      StatusTag(stateOf(words, delivery)),
      words.number(delivery.attempts),
      delivery.lastAttempt === undefined ? '–' : answerOf(texts, delivery.lastAttempt),
      delivery.nextAttemptAt === null ? '–' : times.exactMoment(delivery.nextAttemptAt),
    ],
  }))
  return DataTable({ caption: texts.hookDeliveries, columns, rows })
}

/**
 * The form that resends a range of time: by default from the webhook's first failure, or from yesterday, until now.
 */
export function ResendRange({ visit, view: { webhook, times, notice } }: { visit: Visit; view: WebhookView }): Content {
  const { texts } = visit.words
  const now = nowFor(visit.app, visit.actor)
  const typed = (name: string, usual: number): string =>
    notice.isRangeWrong ? (notice.fields?.[name] ?? '') : times.typed(usual)
  const input = { type: 'datetime-local', dir: 'ltr', required: true }
  const form = html`<p class="soft">${texts.resendRangeLead}</p>
    ${VisitForm({
      visit,
      to: `webhooks/${webhook.id}/resend`,
      class: 'move',
      children: html`
        ${Field({
          name: 'from',
          label: texts.rangeFrom,
          error: notice.isRangeWrong ? texts.wrongRange : undefined,
          input: { ...input, value: typed('from', webhook.failingSince ?? now - day) },
        })}
        ${Field({ name: 'to', label: texts.rangeTo, input: { ...input, value: typed('to', now) } })}
        <button class="button" type="submit">${texts.hookResend}</button>
      `,
    })}`
  if (notice.isRangeWrong) return Panel({ title: texts.resendRange, children: form })
  return Fold({ summary: texts.resendRange, children: form })
}

import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Empty, Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DeliveryFigures } from '../../../../platform/webhooks/endpoints/delivery-figures.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { displayUrl, type OwnWebhook, storeNameOf } from '../own-webhooks.ts'
import { webhookStatusOf } from '../status.ts'
import type { SignedStore } from './signing.ts'
import { Signing } from './signing.ts'

interface WebhooksView {
  readonly webhooks: readonly OwnWebhook[]
  readonly health: ReadonlyMap<string, DeliveryFigures>
  readonly signing: readonly SignedStore[]
  readonly times: StoreTimes
  readonly done: string | undefined
}

/** All webhooks of the mode with their status, and the signing. */
export function webhooksPage(visit: Visit, view: WebhooksView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { webhooks, signing, times, done } = view
  const mayChange = visit.may('change_webhooks')
  const add = mayChange && html`<a class="button button-main" href=${address('webhooks/new')}>${texts.addWebhook}</a>`
  const doneText = done === 'removed' ? texts.doneRemoved : done === 'stopped' ? texts.doneStopped : undefined
  const content = html`
    ${doneText && Note({ tone: 'good', children: html`<p>${doneText}</p>` })}
    ${
      webhooks.length === 0
        ? Empty({
            icon: 'webhooks',
            title: texts.noWebhooksTitle,
            lead: mayChange ? texts.noWebhooksLead : texts.noWebhooksAsk,
            children: add,
          })
        : WebhookTable({ visit, view })
    }
    ${Signing({ visit, signing, times, mayChange })}
    <p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`
  return { page: { title: texts.webhooks, actions: webhooks.length > 0 && add }, content }
}

function WebhookTable({ visit, view }: { visit: Visit; view: WebhooksView }): Content {
  const { words, address } = visit
  const { texts } = words
  const { webhooks, health, times } = view
  const hasStores = new Set(webhooks.map(({ storeId }) => storeId)).size > 1 || view.signing.length > 1
  const columns = [
    { label: texts.urlField },
    { label: texts.familyField },
    ...(hasStores ? [{ label: texts.store, isMinor: true }] : []),
    { label: texts.webhookStatus },
    { label: texts.hookArrived, isNumber: true },
    { label: texts.usualTime, isNumber: true },
  ]
  const rows = webhooks.map((webhook) => {
    const found = health.get(webhook.id)
    const { tone, text } = webhookStatusOf(words, webhook, found, times)
    return {
      href: address(`webhooks/${webhook.id}`),
      cells: [
        html`<bdi dir="ltr">${displayUrl(visit, webhook.url)}</bdi>`,
        texts.hookFamilies[webhook.family],
        ...(hasStores ? [html`<bdi>${storeNameOf(visit, webhook)}</bdi>`] : []),
        StatusTag({ tone, text }),
        found === undefined ? '–' : texts.hookArrivedOf(words.number(found.delivered), words.number(found.events)),
        found?.usualMs === undefined ? '–' : texts.milliseconds(words.number(found.usualMs)),
      ],
    }
  })
  return DataTable({ caption: texts.webhooks, columns, rows })
}

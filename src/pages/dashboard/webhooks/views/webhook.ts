import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Facts, Figures, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import type { DeliveryFigures } from '../../../../platform/webhooks/endpoints/delivery-figures.ts'
import { DoneNote } from '../../done-note.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf } from '../../times.ts'
import { displayUrl, storeNameOf } from '../own-webhooks.ts'
import { answerOf, webhookStatusOf } from '../status.ts'
import type { WebhookNotice } from '../typed-webhook.ts'
import { Deliveries, type DeliveriesView } from './deliveries.ts'
import { NewestReplay, ReplayForm, type ReplayFormView } from './replay-form.ts'
import { WebhookFields } from './webhook-fields.ts'

export interface WebhookView extends ReplayFormView {
  readonly health: DeliveryFigures | undefined
  readonly list: DeliveriesView
}

/** One webhook. */
export function webhookPage(visit: Visit, view: WebhookView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { webhook, times, notice } = view
  const mayChange = visit.may('change_webhooks')
  const isDisabled = webhook.disabledAt !== null
  const content = html`
    ${WebhookNoticeBox({ visit, notice })}
    ${State({ visit, view, mayChange })}
    ${mayChange && ChangeFold({ visit, view })}
    ${NewestReplay({ visit, view })}
    ${mayChange && !isDisabled && (view.replay === undefined || view.replay.endedAt !== null) && ReplayForm({ visit, view })}
    ${Deliveries({ visit, ...view })}
    <p class="soft small">${clockNoteOf(visit, times.currency, 'both')}</p>`
  return {
    status: view.list.listed.isWrong ? 422 : 200,
    page: {
      title: texts.webhookTitle(leftToRight(new URL(webhook.url).host)),
      isError: notice.problem !== undefined || notice.isRangeWrong === true,
      back: { href: address('webhooks'), label: texts.webhooks },
      actions:
        mayChange &&
        !isDisabled &&
        VisitForm({
          visit,
          to: `webhooks/${webhook.id}/test`,
          children: html`<button class="button" type="submit">${texts.sendTestEvent}</button>`,
        }),
    },
    content,
  }
}

function State({ visit, view, mayChange }: { visit: Visit; view: WebhookView; mayChange: boolean }): Content {
  const { words } = visit
  const { texts } = words
  const { webhook, health, times } = view
  const { tone, text, sentence } = webhookStatusOf(words, webhook, health, times)
  const number = (value: number): string => words.number(value)
  const isSound = webhook.disabledAt === null && webhook.failingSince === null
  return Panel({
    title: texts.deliveryHealth,
    aside: StatusTag({ tone, text }),
    children: html`
      ${
        isSound
          ? html`<p>${sentence}</p>`
          : Note({
              tone: 'bad',
              children: html`<p>${sentence}</p>${webhook.disabledAt !== null && html`<p>${texts.disabledLead}</p>`}`,
            })
      }
      ${
        health &&
        html`${Figures({
          figures: [
            { label: texts.hookArrived, value: texts.hookArrivedOf(number(health.delivered), number(health.events)) },
            { label: texts.waitingAgain, value: number(health.retrying) },
            { label: texts.givenUp, value: number(health.lost) },
            {
              label: texts.usualTime,
              value: health.usualMs === undefined ? '–' : texts.milliseconds(number(health.usualMs)),
            },
          ],
        })}
          <p class="soft small">${texts.healthOf}</p>`
      }
      ${Facts({
        facts: [
          [texts.urlField, html`<bdi dir="ltr">${displayUrl(visit, webhook.url)}</bdi>`],
          [texts.familyField, texts.hookFamilies[webhook.family]],
          [texts.store, html`<bdi>${storeNameOf(visit, webhook)}</bdi>`],
          [
            texts.headerTitleField,
            webhook.headerTitle === null ? texts.noHeader : html`<bdi dir="ltr">${webhook.headerTitle}</bdi>`,
          ],
          [texts.registeredAt, times.moment(webhook.createdAt)],
          ...(health?.last
            ? [[texts.lastAnswer, texts.answerAt(answerOf(texts, health.last), times.moment(health.last.at))] as const]
            : []),
        ],
      })}
      ${
        mayChange &&
        html`<div class="moves">
          ${
            webhook.disabledAt !== null &&
            VisitForm({
              visit,
              to: `webhooks/${webhook.id}/enable`,
              children: html`<button class="button button-main" type="submit">${texts.enableWebhook}</button>`,
            })
          }
          ${VisitForm({
            visit,
            to: `webhooks/${webhook.id}/remove`,
            children: html`<button class="button button-grave" type="submit">${texts.removeWebhook}</button>`,
          })}
        </div>`
      }
    `,
  })
}

// The form is open if its values have an error.
function ChangeFold({ visit, view: { webhook, notice } }: { visit: Visit; view: WebhookView }): Content {
  const { words } = visit
  const { texts } = words
  const present = { url: webhook.url, header_title: webhook.headerTitle ?? '' }
  const form = VisitForm({
    visit,
    to: `webhooks/${webhook.id}/replace`,
    class: 'step',
    children: html`
      ${WebhookFields({
        words,
        family: webhook.family,
        fields: notice.problem ? (notice.fields ?? present) : present,
        problem: notice.problem,
        hasHeader: webhook.headerTitle !== null,
      })}
      <p><button class="button button-main" type="submit">${texts.saveWebhook}</button></p>
    `,
  })
  if (notice.problem !== undefined) return Panel({ title: texts.changeWebhook, children: form })
  return Fold({ summary: texts.changeWebhook, children: form })
}

function WebhookNoticeBox({ visit, notice }: { visit: Visit; notice: WebhookNotice }): Content {
  const { texts } = visit.words
  if (notice.isReplaying)
    return Note({ tone: 'bad', children: html`<p>${texts.isReplaying} ${texts.nothingChanged}</p>` })
  if (notice.isDisabled)
    return Note({ tone: 'bad', children: html`<p>${texts.isDisabled} ${texts.nothingChanged}</p>` })
  const done = {
    registered: texts.doneRegistered,
    replaced: texts.doneReplaced,
    enabled: texts.doneEnabled,
    nothing: texts.doneNothing,
  }
  return DoneNote({ messages: done, done: notice.done })
}

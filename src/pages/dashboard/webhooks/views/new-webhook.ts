import type { Store } from '../../../../platform/merchants/merchant.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { ChoiceField } from '../../../../platform/ui/forms/fields.ts'
import { Actions, PrimaryButton } from '../../../../platform/ui/forms/form.ts'
import { html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { Answer, Fields, Visit } from '../../page.ts'
import { nameOfStore } from '../../store-name.ts'
import { familiesOf } from '../own-webhooks.ts'
import type { WebhookProblem } from '../typed-webhook.ts'
import { WebhookFields } from './webhook-fields.ts'

/** The form's value for a webhook of all stores. */
export const allStores = 'all'

interface NewWebhookNotice {
  readonly problem?: WebhookProblem
  readonly fields?: Fields
}

/** The form that registers a webhook. */
export function newWebhookPage(
  visit: Visit,
  stores: readonly Store[],
  { problem, fields = {} }: NewWebhookNotice,
): Answer {
  const { words, address } = visit
  const { texts } = words
  const families = familiesOf(visit)
  const family = families.find((one) => one === fields['family'])
  const content = html`<section class="panel ask">
    <p class="soft">${texts.newWebhookLead}</p>
    ${VisitForm({
      visit,
      to: 'webhooks',
      class: 'step',
      children: html`
        ${
          stores.length > 1 &&
          ChoiceField({
            name: 'store',
            label: texts.store,
            value: fields['store'] ?? '',
            choices: [
              [allStores, texts.allStores],
              ...stores.map(({ id, merchantCode }) => [id, isolated(nameOfStore(stores, merchantCode))] as const),
            ],
          })
        }
        ${
          families.length > 1 &&
          ChoiceField({
            name: 'family',
            label: texts.familyField,
            value: fields['family'] ?? '',
            choices: families.map((one) => [one, texts.hookFamilies[one]]),
          })
        }
        ${WebhookFields({ words, family, fields, problem, hasHeader: false })}
        ${Actions({
          children: html`
            ${PrimaryButton({ words, label: texts.addWebhook })}
            <a class="secondary" href=${address('webhooks')}>${texts.cancel}</a>
          `,
        })}
      `,
    })}
  </section>`
  return {
    page: {
      title: texts.newWebhook,
      isError: problem !== undefined,
      back: { href: address('webhooks'), label: texts.webhooks },
    },
    content,
  }
}

import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { WebhookFamily } from '../../../../platform/webhooks/webhook.ts'
import type { Fields } from '../../page.ts'
import type { DashboardWords } from '../../words/words.ts'
import type { WebhookProblem } from '../typed-webhook.ts'

interface WebhookFieldsProps {
  readonly words: DashboardWords
  /** The family of events, which decides whether http is allowed. Undefined before it is chosen. */
  readonly family: WebhookFamily | undefined
  readonly fields: Fields
  readonly problem: WebhookProblem | undefined
  /** Whether the webhook has a header. Its value is not shown. */
  readonly hasHeader: boolean
}

/** The fields of the address, and of the header of every notification. */
export function WebhookFields({ words, family, fields, problem, hasHeader }: WebhookFieldsProps): Content {
  const { texts } = words
  const typed = { dir: 'ltr', autocomplete: 'off', autocapitalize: 'none', spellcheck: false }
  const errors: Readonly<Record<WebhookProblem, string>> = {
    url: family === 'dispute' ? texts.wrongDisputeUrl : texts.wrongUrl,
    exists: texts.urlExists,
    tooMany: texts.tooManyWebhooks,
    disputeStore: texts.disputeStoreMissing,
    headerTitle: texts.wrongHeaderTitle,
    headerValue: texts.wrongHeaderValue,
  }
  const error = (...ours: WebhookProblem[]): string | undefined =>
    problem !== undefined && ours.includes(problem) ? errors[problem] : undefined
  return html`
    ${Field({
      name: 'url',
      label: texts.urlField,
      hint: texts.urlHint,
      error: error('url', 'exists', 'tooMany', 'disputeStore'),
      input: { ...typed, type: 'url', inputmode: 'url', maxlength: 2000, required: true, value: fields['url'] ?? '' },
    })}
    ${Field({
      name: 'header_title',
      label: texts.headerTitleField,
      hint: texts.headerTitleHint,
      error: error('headerTitle'),
      input: { ...typed, maxlength: 128, value: fields['header_title'] ?? '' },
    })}
    ${Field({
      name: 'header_value',
      label: texts.headerValueField,
      hint: hasHeader ? texts.headerKeptHint : undefined,
      error: error('headerValue'),
      input: {
        ...typed,
        type: 'password',
        autocomplete: 'new-password',
        maxlength: 1024,
        value: fields['header_value'] ?? '',
      },
    })}`
}

import { type WebhookHeader, wrongHeaderFields } from '../../../platform/webhooks/endpoints/header.ts'
import type { Fields } from '../page.ts'

/** The error of a typed webhook. */
export type WebhookProblem = 'url' | 'headerTitle' | 'headerValue' | 'exists' | 'tooMany' | 'disputeStore'

/** A typed header: none, a new one, `kept` as it is, or its error. */
export type TypedHeader = { readonly header: WebhookHeader | null } | 'kept' | WebhookProblem

/** Returns the typed header. `present`: the name of the webhook's present header. */
export function typedHeader(fields: Fields, present: string | null): TypedHeader {
  const title = (fields['header_title'] ?? '').trim()
  const value = (fields['header_value'] ?? '').trim()
  if (title === '') return value === '' ? { header: null } : 'headerTitle'
  if (value === '') return title.toLowerCase() === present?.toLowerCase() ? 'kept' : 'headerValue'
  const [wrong] = wrongHeaderFields({ title, value })
  if (wrong === undefined) return { header: { title, value } }
  return wrong.field === '$.header.title' ? 'headerTitle' : 'headerValue'
}

/** The outcome of a form, as a webhook's page shows it. */
export interface WebhookNotice {
  /** The last act. */
  readonly done?: string | undefined
  /** The error of the form. */
  readonly problem?: WebhookProblem
  readonly fields?: Fields
  /** The range of time cannot be read. */
  readonly isRangeWrong?: boolean
  /** A replay of the webhook runs: another one cannot begin. */
  readonly isReplaying?: boolean
  /** The webhook is disabled: it gets no events. */
  readonly isDisabled?: boolean
}

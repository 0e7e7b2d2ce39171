import { type WebhookHeader, wrongHeaderFields } from '../../../platform/webhooks/endpoints/header.ts'
import type { Fields } from '../page.ts'

/** What is wrong with a webhook as it was typed. */
export type WebhookProblem = 'url' | 'headerTitle' | 'headerValue' | 'exists' | 'tooMany'

/** A header as it was typed: none, a new one, the name of one whose value is to stay, or what is wrong with it. */
export type TypedHeader = { readonly header: WebhookHeader | null } | 'kept' | WebhookProblem

/** What the form says of the webhook's own header, beside the name of the one that it has. */
export function typedHeader(fields: Fields, present: string | null): TypedHeader {
  const title = (fields['header_title'] ?? '').trim()
  const value = (fields['header_value'] ?? '').trim()
  if (title === '') return value === '' ? { header: null } : 'headerTitle'
  if (value === '') return title.toLowerCase() === present?.toLowerCase() ? 'kept' : 'headerValue'
  const [wrong] = wrongHeaderFields({ title, value })
  if (wrong === undefined) return { header: { title, value } }
  return wrong.field === '$.header.title' ? 'headerTitle' : 'headerValue'
}

/** What a webhook's page says of a form that was sent to it. */
export interface WebhookNotice {
  /** What was done just now, and to how many events. */
  readonly done?: string | undefined
  readonly count?: string | undefined
  /** What is wrong with what was typed. */
  readonly problem?: WebhookProblem
  readonly fields?: Fields
  /** The stretch of time was none. */
  readonly isRangeWrong?: boolean
  /** Nothing is sent to a webhook that is disabled. */
  readonly isDisabled?: boolean
}

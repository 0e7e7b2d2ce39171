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

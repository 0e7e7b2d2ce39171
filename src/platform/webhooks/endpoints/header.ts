import { type WrongField, wrongValue } from '../../base/refusals.ts'

/** A header that the merchant sets for every notification. Its value is a secret. */
export interface WebhookHeader {
  readonly title: string
  readonly value: string
}

const maxTitleLength = 128
const maxValueLength = 1_024

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const plainText = /^[\x20-\x7e]+$/

/** Headers that would break the request, or that the service sends itself. */
const refusedTitles = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'connection',
  'proxy-connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'cookie',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'webhook-sequence',
])

/** Returns the wrong fields of a header; none if it can be sent (docs/contract/notifications.md#header). */
export function wrongHeaderFields(header: WebhookHeader): WrongField[] {
  const wrong: WrongField[] = []
  if (header.title.length > maxTitleLength) wrong.push(wrongValue('$.header.title', 'must have at most 128 characters'))
  else if (!token.test(header.title)) wrong.push(wrongValue('$.header.title', 'must be a header name'))
  else if (refusedTitles.has(header.title.toLowerCase())) {
    wrong.push(wrongValue('$.header.title', 'must not be a header that the service sends itself'))
  }
  if (header.value.length > maxValueLength)
    wrong.push(wrongValue('$.header.value', 'must have at most 1024 characters'))
  else if (!plainText.test(header.value) || header.value.trim() !== header.value) {
    wrong.push(wrongValue('$.header.value', 'must be printable ASCII characters'))
  }
  return wrong
}

/**
 * Returns the masked value of a dispute webhook: the last four characters, or none of a value of up to eight
 * (docs/contract/notifications.md#dispute-webhooks).
 */
export function maskValue(value: string): string {
  return value.length > 8 ? `****${value.slice(-4)}` : '****'
}

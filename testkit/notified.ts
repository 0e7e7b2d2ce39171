import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Parameter } from '../src/platform/http/api-document.ts'
import { spelledOut, validatorOf } from './conform.ts'

interface NotificationReference {
  readonly post: {
    readonly parameters: readonly Parameter[]
    readonly requestBody: { readonly content: Record<string, { readonly schema: Record<string, unknown> }> }
  }
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8'))
const sent = spelledOut(document.webhooks, document) as Record<
  'paymentNotification' | 'disputeNotification',
  NotificationReference
>

/**
 * Throws unless a notification matches the reference's section `webhooks`: its headers and every member of its body.
 */
export function assertNotification(headers: IncomingHttpHeaders, body: object): void {
  const { parameters, requestBody } = sent['dispute_id' in body ? 'disputeNotification' : 'paymentNotification'].post
  const media = requestBody.content[headers['content-type'] ?? '']
  assert.ok(media, `the reference does not know ${headers['content-type']}`)
  const validate = validatorOf(media.schema)
  assert.ok(validate(body), `${JSON.stringify(body).slice(0, 300)}\n${JSON.stringify(validate.errors)}`)
  for (const { name, required, schema } of parameters) {
    const value = headers[name.toLowerCase()]
    if (value === undefined && !required) continue
    assert.ok(validatorOf(schema)(value), `the reference does not know the ${name} ${value}`)
  }
}

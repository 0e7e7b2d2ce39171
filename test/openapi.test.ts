import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { writeOpenApi } from '../scripts/docs/openapi.ts'
import { announcements } from '../src/money/disputes/dispute.ts'
import type { ApiDocument, Body, Operation } from '../src/platform/http/api-document.ts'

let document: ApiDocument
let operations: [string, Operation][]
let sent: [string, Operation][]

before(async () => {
  document = JSON.parse(await writeOpenApi())
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  )
  sent = Object.entries(document.webhooks).map(([name, { post }]) => [name, post])
})

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)
  assert.ok(result.valid, JSON.stringify(result.errors))
  assert.equal(document.openapi, '3.1.0')
})

test('every operation has a unique name, a description, a described tag, security, and all its failures', () => {
  assert.ok(operations.length >= 25)
  const names = operations.map(([, operation]) => operation.operationId)
  assert.equal(new Set(names).size, names.length)
  // A client has a method of this name for each operation.
  assert.deepEqual(
    names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(String(name))),
    [],
  )
  for (const [name, operation] of operations) {
    const { summary, description, tags, security, responses } = operation
    assert.ok(summary && description && Array.isArray(security), name)
    // Linters know the names in these lists as scopes of OAuth only. The permission has a member of its own.
    assert.deepEqual(
      security.flatMap((schemes) => Object.values(schemes).flat()),
      [],
      name,
    )
    assert.notEqual(description, `${summary}.`, `${name} has no description of its own`)
    assert.ok(tags.length === 1 && document.tags.some((tag) => tag.name === tags[0] && tag.description), name)
    const expected = security.length === 0 ? ['200', '400', '500'] : ['200', '401', '403', '429', '500']
    assert.deepEqual(
      expected.filter((status) => !(status in responses)),
      [],
      name,
    )
  }
})

function mediaOf(body: Body | undefined) {
  return Object.entries(body?.content ?? {}).filter(([type]) => type === 'application/json')
}

test('an operation names the permission of its secret key', () => {
  const permissionOf = (path: string, method: string) => document.paths[path]?.[method]?.['x-permission']
  assert.equal(permissionOf('/api/v2/payments/{id}/captures', 'post'), 'capture')
  assert.equal(permissionOf('/sandbox/clock', 'get'), undefined)
})

test('every JSON body has an example', () => {
  for (const [name, { requestBody, responses }] of [...operations, ...sent]) {
    for (const [status, body] of [['request', requestBody], ...Object.entries(responses)] as [string, Body][]) {
      for (const [, { example, examples = {} }] of mediaOf(body)) {
        assert.ok(example !== undefined || Object.keys(examples).length > 0, `${name} ${status} has no example`)
      }
    }
  }
})

test("every failure has the API's error body, with one of its texts as example", () => {
  for (const [name, { responses }] of operations) {
    for (const [status, { content, headers }] of Object.entries(responses)) {
      assert.ok(headers && 'X-Request-Id' in headers, `${name} ${status}`)
      if (Number(status) < 400) continue
      const media = content?.['application/json']
      assert.deepEqual(media?.schema, { $ref: '#/components/schemas/Error' }, `${name} ${status}`)
      assert.equal('Retry-After' in headers, status === '429', `${name} ${status}`)
    }
  }
  const capture = document.paths['/api/v2/payments/{id}/captures']?.['post']
  const texts = Object.values(capture?.responses['400']?.content?.['application/json']?.examples ?? {})
  assert.ok(texts.some(({ value }) => (value as { error?: string }).error === 'already closed'))
  assert.ok(texts.some(({ value }) => 'errors' in (value as object)))
})

test('every announced event has its body and headers', () => {
  const events = sent.map(([name, { requestBody, parameters = [] }]) => {
    assert.deepEqual(
      parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
      ['Id', 'Timestamp', 'Sequence', 'Signature'].map((title) => `header Webhook-${title}`),
    )
    return [name, Object.keys(requestBody?.content?.['application/json']?.examples ?? {})]
  })
  assert.deepEqual(events, [
    ['paymentNotification', ['authorized', 'rejected', 'expired', 'captured', 'closed', 'refunded', 'updated']],
    ['disputeNotification', [...announcements]],
  ])
})

test('no internals of our validator appear, and no schema forbids unknown members', () => {
  const text = JSON.stringify(document)
  for (const own of [
    '"format":"text"',
    '"format":"datetime"',
    '"format":"mail"',
    '"format":"return-url"',
    '"decimal":',
  ]) {
    assert.ok(!text.includes(own), own)
  }
  assert.ok(!text.includes('"additionalProperties":false'))
})

test('the QR code is described as a picture', () => {
  const drawn = document.paths['/api/v2/checkout/{id}/hpp_link_qr']?.['get']?.responses['200']
  assert.deepEqual(Object.keys(drawn?.content ?? {}), ['image/png'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { writeOpenApi } from '../scripts/docs/openapi.ts'
import type { ApiDocument, Body, Media, Operation } from '../src/platform/http/api-document.ts'
import { makeStrict } from '../src/platform/http/strict-api.ts'

// What generators and linters ask for beyond a valid document.

type Node = { readonly [keyword: string]: unknown }
interface Placed {
  readonly place: string
  readonly schema: unknown
  readonly examples: readonly unknown[]
}

interface Described {
  readonly document: ApiDocument
  readonly operations: readonly { method: string; path: string; operation: Operation }[]
  readonly placed: readonly Placed[]
}

const described = placesOf(JSON.parse(await writeOpenApi()))
const { document, operations } = described
/** Both descriptions, by name. */
const both = { usual: described, strict: placesOf(makeStrict(document)) }

function placesOf(document: ApiDocument): Described {
  const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const shared = Object.entries(document.components.schemas).map(([name, schema]) => {
    return { place: name, schema: { $ref: `#/components/schemas/${name}` }, examples: examplesIn(schema) }
  })
  return { document, operations, placed: mergeEqual([...shared, ...operations.flatMap(placedIn)]) }
}

// Most schemas stand at many places, and compiling one takes 10 ms.
function mergeEqual(all: readonly Placed[]): Placed[] {
  const merged = new Map<string, Placed>()
  for (const one of all) {
    const key = JSON.stringify(one.schema)
    const { place = one.place, examples = [] } = merged.get(key) ?? {}
    merged.set(key, { place, schema: one.schema, examples: [...examples, ...one.examples] })
  }
  return [...merged.values()]
}

function placedIn({ method, path, operation }: (typeof operations)[number]): Placed[] {
  const place = `${method} ${path}`
  const bodies = [operation.requestBody, ...Object.values(operation.responses)]
  const media = bodies.flatMap((body: Body | undefined) => Object.values(body?.content ?? {}))
  const parameters = (operation.parameters ?? []).map(({ name, schema, example }) => {
    return { place: `${place} ${name}`, schema, examples: example === undefined ? [] : [example] }
  })
  return [...parameters, ...media.map((one) => ({ place, schema: one.schema, examples: examplesOf(one) }))]
}

function examplesOf({ schema, example, examples = {} }: Media): unknown[] {
  const named = Object.values(examples).map(({ value }) => value)
  return [...(example === undefined ? [] : [example]), ...named, ...examplesIn(schema)]
}

function examplesIn(schema: unknown): readonly unknown[] {
  return (schema as { examples?: unknown[] }).examples ?? []
}

const formats = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (text: string) => URL.canParse(text),
}

/** Returns a validator of JSON Schema 2020-12 that refuses unknown keywords and formats. */
function openAjv(schemas: Record<string, unknown>): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: true, allowUnionTypes: true, allErrors: true, formats })
  ajv.addKeyword('components')
  ajv.addSchema({ $id: 'api', components: { schemas: absolute(schemas) } })
  return ajv
}

function absolute<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'))
}

for (const [name, { document, placed }] of Object.entries(both)) {
  test(`${name} description: every schema is a strict JSON Schema 2020-12`, () => {
    const ajv = openAjv(document.components.schemas)
    assert.ok(placed.length > 100)
    const wrong = placed.flatMap(({ place, schema }) => {
      try {
        ajv.compile(absolute(schema) as object)
        return []
      } catch (error) {
        return `${place}: ${(error as Error).message}`
      }
    })
    assert.deepEqual(wrong, [])
  })
}

// The same schema without any member that it does not name. Parts of a combination see only some of the members.
function closed(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, isPart))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema as Node).map(([keyword, value]) => {
    if (['enum', 'const', 'required', 'examples'].includes(keyword)) return [keyword, value]
    if (keyword !== 'properties') return [keyword, closed(value, ['allOf', 'anyOf', 'oneOf'].includes(keyword))]
    return [keyword, Object.fromEntries(Object.entries(value as Node).map(([name, one]) => [name, closed(one)]))]
  })
  const isObject = [(schema as Node)['type']].flat().includes('object')
  const isOpen = isPart || !isObject || 'additionalProperties' in schema
  return { ...Object.fromEntries(members), ...(isOpen ? {} : { unevaluatedProperties: false }) }
}

for (const [name, { document, placed }] of Object.entries(both)) {
  test(`${name} description: every example fits its schema and has no member that its schema lacks`, () => {
    const schemas = Object.entries(document.components.schemas).map(([each, schema]) => [each, closed(schema)])
    const ajv = openAjv(Object.fromEntries(schemas))
    let count = 0
    for (const { place, schema, examples } of placed) {
      const validate = ajv.compile(absolute(closed(schema)) as object)
      for (const example of examples) {
        assert.ok(validate(example), `${place}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(example)}`)
        count += 1
      }
    }
    assert.ok(count > 500)
  })
}

test('the strict description refuses a number for an amount, and a movement without its key', () => {
  const fits = ({ document }: Described, operationId: string, body: object): boolean => {
    const operation = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .find((one) => one.operationId === operationId)
    const schema = operation?.requestBody?.content?.['application/json']?.schema
    return openAjv(document.components.schemas).validate(absolute(schema) as object, body)
  }
  for (const operationId of ['capturePayment', 'refundPayment']) {
    for (const body of [
      { amount: 10, reference_id: 'a' },
      { amount: '10.00' },
      { amount: '10.00', reference_id: null },
    ]) {
      assert.deepEqual([fits(both.usual, operationId, body), fits(both.strict, operationId, body)], [true, false])
    }
    assert.ok(fits(both.strict, operationId, { amount: '10.00', reference_id: 'a' }))
  }
  assert.doesNotMatch(JSON.stringify(both.strict.document), /"string","number"|"number","string"/)
  assert.match(JSON.stringify(document), /"string","number"/)
})

/** Whether a path fits both templates, and none of the two is the more concrete one. */
function isAmbiguous(one: string, other: string): boolean {
  const [ones, others] = [one.split('/'), other.split('/')]
  const isVariable = (part: string | undefined): boolean => part?.startsWith('{') === true
  const both = ones.length === others.length && one !== other
  const count = (parts: string[]): number => parts.filter(isVariable).length
  const fit = ones.every((part, index) => part === others[index] || isVariable(part) || isVariable(others[index]))
  return both && fit && count(ones) === count(others)
}

test('no two addresses with the same method match the same path', () => {
  assert.ok(isAmbiguous('/a/{id}/b', '/a/b/{id}') && isAmbiguous('/a/{id}', '/a/{name}'))
  assert.ok(!isAmbiguous('/a/{id}', '/a/b') && !isAmbiguous('/a/{id}/b', '/a/{id}/c'))
  const pairs = operations.flatMap((one, index) =>
    operations.slice(index + 1).filter((other) => one.method === other.method && isAmbiguous(one.path, other.path)),
  )
  assert.deepEqual(pairs, [])
  // A known pair: one is only read, the other is only posted to, and no dispute has the id `attachments`.
  const byPath = Object.keys(document.paths).flatMap((one, index, all) =>
    all.slice(index + 1).flatMap((other) => (isAmbiguous(one, other) ? `${one} ${other}` : [])),
  )
  assert.deepEqual(byPath, [
    '/api/v1/disputes/{disputeId}/provide-evidence /api/v1/disputes/attachments/{attachmentId}',
  ])
})

test('the document says whose it is, where it is served, and under which licence', () => {
  const { info, servers = [] } = document
  assert.ok(info.title && info.version && info.summary && info.description)
  assert.deepEqual(info.license, { name: 'Apache License 2.0', identifier: 'Apache-2.0' })
  assert.ok(info.contact?.name && URL.canParse(info.contact.url))
  assert.ok(servers.length === 1 && servers.every(({ url }) => URL.canParse(url) && !url.endsWith('/')))
})

// Members of a request that its answer does not repeat.
const silent: Readonly<Record<string, readonly string[]>> = {
  createDisputeWebhook: ['url', 'value'],
  updateDisputeWebhook: ['url', 'value'],
  createWebhook: ['value'],
  updateWebhook: ['value'],
  createMerchant: ['webhook_url', 'signing'],
  authorizePayment: ['card'],
  decidePayment: ['decision'],
  payEarly: ['what'],
  changeCard: ['number'],
  challengeDisputes: ['description', 'reason', 'attachment_ids'],
  requestEvidence: ['from'],
  advanceClock: ['advance'],
  rotateSigning: ['merchant_code'],
  skipScenario: ['scenario'],
}

function leavesOf(value: unknown, name = ''): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[name, value]]
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([member, one]) => leavesOf(one, isList ? name : member))
}

test('the example answer belongs to its request: it has its ids, amounts, references and texts', () => {
  for (const { path, operation } of operations) {
    const { requestBody, responses, parameters = [], operationId } = operation
    const answer = responses['200']?.content?.['application/json']?.example
    if (answer === undefined) continue
    const answered = new Set(leavesOf(answer).map(([, value]) => value))
    const notRepeated = silent[operationId.replace(/Old$/, '')] ?? []
    const sent = leavesOf(requestBody?.content?.['application/json']?.example)
    const missing = sent.filter(
      ([name, value]) => value !== undefined && !notRepeated.includes(name) && !answered.has(value),
    )
    assert.deepEqual(missing, [], operationId)
    const isThing = leavesOf(answer).some(([name]) => name === 'id')
    const ids = parameters.filter((one) => one.in === 'path' && one.schema['format'] === 'uuid')
    for (const { name, example } of isThing ? ids : []) assert.ok(answered.has(example), `${path} ${name}`)
  }
})

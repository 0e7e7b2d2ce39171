import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { refusals as checkout } from '../src/money/checkout/refusals.ts'
import { refusals as disputes } from '../src/money/disputes/refusals.ts'
import { disputeStatuses } from '../src/money/disputes/states.ts'
import { refusals as payments } from '../src/money/payments/refusals.ts'
import { currencies } from '../src/platform/base/markets.ts'
import { apiAddress } from '../src/platform/http/api-address.ts'
import type { Answer } from './client.ts'

type Json = Record<string, unknown>

/** One operation of the reference, with the answers it may give. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  /** The permission that a secret key needs for the operation; undefined: none. */
  readonly permission: string | undefined
  /** The kinds of keys that the operation accepts; empty: it needs none. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly body: Json | undefined
  /** The names of its query parameters. */
  readonly queries: readonly string[]
  readonly responses: Readonly<Record<string, { content?: Record<string, Media> }>>
}

interface Media {
  readonly schema: Json
  /** For failures: one example for each text that the operation may answer. */
  readonly examples?: Readonly<Record<string, { value: Failure }>>
}

interface Failure {
  readonly error?: string
  readonly errors?: unknown
}

export interface Reference {
  readonly operations: readonly Operation[]
  /**
   * Throws unless the answer matches the reference: known status, content type and schema, and no member outside the
   * schema. A failure must have a text that the reference lists. Every answer needs a request id and `nosniff`.
   */
  conform(method: string, path: string, answer: Answer): void
}

const errorTypes: Record<number, string> = {
  400: 'bad_data',
  401: 'not_authorized',
  403: 'no_permission',
  404: 'not_found',
  409: 'conflict',
  429: 'too_many_requests',
  500: 'internal',
}

const validators = new Map<object, ValidateFunction>()

/** Returns a validator for a schema with inlined references. It rejects members that the schema does not name. */
export function validatorOf(schema: Json): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(closed(schema) as Json)
  validators.set(schema, known)
  return known
}

/** Reads `GET /openapi.json` of a running service. */
export async function openReference(baseUrl: string): Promise<Reference> {
  const answer = await fetch(`${baseUrl}/openapi.json`)
  const operations = readOperations((await answer.text()).replaceAll(baseUrl, ''))
  return {
    operations,
    conform(method, path, answer) {
      const where = `${method} ${path} → ${answer.status} ${answer.text.slice(0, 300)}`
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, where)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', where)
      const known = apiAddress(path, { clientAliases: true })
      const operation = operations.find((candidate) => candidate.method === method && fits(candidate.path, known))
      if (operation === undefined || method === 'OPTIONS') return
      if (answer.text === '404 page not found') return
      const documented = operation.responses[answer.status]
      assert.ok(documented, `the reference does not know this status: ${where}`)
      const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
      const content = documented.content?.[type]
      assert.ok(content, `the reference does not know ${type}: ${where}`)
      if (type !== 'application/json') return
      const validate = validatorOf(content.schema)
      assert.ok(validate(answer.body), `${where}\n${JSON.stringify(validate.errors)}`)
      if (answer.status >= 400) assertFailure(answer, content, where)
    },
  }
}

// Services in one process answer the same document, and its validators are slow to compile.
const operationsOf = new Map<string, readonly Operation[]>()

function readOperations(text: string): readonly Operation[] {
  const known = operationsOf.get(text)
  if (known !== undefined) return known
  const document = JSON.parse(text) as Json
  const paths = spelledOut(document['paths'], document) as Record<string, Record<string, Json>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): Operation[] => {
      // An address of older clients answers as another operation.
      if (operation['deprecated'] === true) return []
      const {
        operationId,
        responses,
        requestBody,
        parameters = [],
        security,
        'x-permission': permission,
      } = operation as unknown as WrittenOperation
      const body = requestBody?.content['application/json']?.schema
      const queries = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      return [{ method: method.toUpperCase(), path, operationId, permission, security, responses, body, queries }]
    }),
  )
  operationsOf.set(text, operations)
  return operations
}

/** Returns a copy in which every `$ref` is replaced by its target. */
export function spelledOut(value: unknown, document: Json): unknown {
  if (Array.isArray(value)) return value.map((part) => spelledOut(part, document))
  if (typeof value !== 'object' || value === null) return value
  const { $ref: reference } = value as Json
  if (typeof reference === 'string') return spelledOut(referred(reference, document), document)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spelledOut(part, document)]))
}

function referred(reference: string, document: Json): unknown {
  const steps = reference.split('/').slice(1)
  return steps.reduce<unknown>((part, step) => (part as Json)[step], document)
}

interface WrittenOperation extends Operation {
  readonly 'x-permission'?: string
  readonly requestBody?: { readonly content: Record<string, { schema: Json } | undefined> }
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
}

function assertFailure({ status, body }: Answer, { examples = {} }: Media, where: string): void {
  const failure = 'errors' in body ? 'errors' : 'error'
  assert.deepEqual(Object.keys(body), ['status', 'errorType', failure], where)
  assert.equal(body.status, 'error', where)
  assert.equal(body.errorType, errorTypes[status], where)
  const documented = Object.values(examples).map(({ value }) => value)
  assert.ok(
    documented.some(({ error, errors }) => ('errors' in body ? errors !== undefined : isSaid(body.error, error))),
    `the reference does not know this failure: ${where}`,
  )
}

const { wrongCurrency } = checkout
const { wrongStatus } = disputes
const { refundTooLate } = payments

/** Texts with variable parts: the variants of the documented example. */
const variants: Readonly<Record<string, readonly string[]>> = {
  [wrongCurrency.text]: currencies.flatMap((expected) => currencies.map((got) => wrongCurrency(expected, got).message)),
  [refundTooLate.text]: Array.from({ length: 400 }, (_, days) => refundTooLate(days).message),
  [wrongStatus.text]: disputeStatuses.map((status) => wrongStatus(status).message),
}

function isSaid(text: string, documented = ''): boolean {
  return text === documented || variants[documented]?.includes(text) === true
}

function fits(template: string, path: string): boolean {
  const expected = template.split('/')
  const given = path.replace(/\?.*$/s, '').split('/')
  return expected.length === given.length && expected.every((part, at) => part.startsWith('{') || part === given[at])
}

const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  // Always UTC, in whole seconds; disputes use milliseconds.
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/,
}

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true, logger: false })
for (const [name, form] of Object.entries(formats)) ajv.addFormat(name, form)

// Rejects members that the schema does not name, although a client may ignore them. A schema without members stays
// open.
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const { examples: _, ...rest } = schema as Json
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, closed(value)]))
  const isNamed = Object.keys((inner['properties'] as Json | undefined) ?? {}).length > 0
  const isOpen = isNamed && !('additionalProperties' in inner)
  return isOpen ? { ...inner, additionalProperties: false } : inner
}

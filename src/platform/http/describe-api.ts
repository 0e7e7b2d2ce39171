import { wrongFields } from '../base/refusals.ts'
import { addressAliases } from './api-address.ts'
import type { ApiDocument, Body, Media, Operation, Parameter } from './api-document.ts'
import { envelope, errorTypeOf } from './errors.ts'
import { addExampleIds } from './example-ids.ts'
import { type Schema, SchemaWriter } from './portable-schema.ts'
import type { Failures } from './route-failures.ts'
import { ErrorEnvelope } from './schemas.ts'

/** The declarations of an operation beside its schema. */
export interface DeclaredOperation {
  readonly failures: Failures
  /** The permission that a secret key needs; absent: none. */
  readonly permission?: string | undefined
}

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const headers = {
  RequestId: {
    description: 'Names this request in the log: quote it when asking for help',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'After how many seconds it is worth trying again', schema: { type: 'integer' } },
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Wrong input, or not possible as things stand',
  401: 'No valid key',
  403: 'Not with this key',
  404: 'Not found',
  409: 'In conflict',
  429: 'Too many requests',
  500: 'The service failed; trying again is safe',
}

/**
 * Returns the published document of the routes' declarations: portable, with every shape once, each operation's
 * refusals and permission, and the notifications of the service.
 */
export function describeApi(
  collected: Omit<ApiDocument, 'webhooks'>,
  declaredOf: (operationId: string) => DeclaredOperation,
  sent: readonly Operation[],
  hasAliases: boolean,
): ApiDocument {
  const writer = new SchemaWriter()
  const describe = (operation: Operation): Operation =>
    describeOperation(operation, declaredOf(operation.operationId), writer)
  const paths = addExampleIds(mapValues(collected.paths, (operations) => mapValues(operations, describe)))
  const webhooks = sent.map((operation) => [operation.operationId, { post: describeSent(operation, writer) }])
  const used = new Set(
    Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((one) => one.tags)),
  )
  const schemas = Object.fromEntries(Object.entries(writer.components).sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    ...collected,
    paths: hasAliases ? { ...paths, ...aliasesOf(paths) } : paths,
    tags: collected.tags.filter((tag) => used.has(tag.name)),
    webhooks: Object.fromEntries(webhooks),
    components: { ...collected.components, schemas, headers },
  }
}

// The same operations at the addresses of older clients.
function aliasesOf(paths: ApiDocument['paths']): ApiDocument['paths'] {
  const aliases = addressAliases.flatMap(([old, known]) =>
    Object.entries(paths).flatMap(([path, operations]) => {
      const isOf = path === known || path.startsWith(`${known}/`)
      return isOf
        ? [
            [
              old + path.slice(known.length),
              mapValues(operations, (one, method) => aliasOf(one, method, path)),
            ] as const,
          ]
        : []
    }),
  )
  return Object.fromEntries(aliases)
}

function aliasOf(operation: Operation, method: string, path: string): Operation {
  const description = `An address of older clients. Answers as \`${method.toUpperCase()} ${path}\`.`
  return { ...operation, operationId: `${operation.operationId}Old`, description, deprecated: true }
}

function mapValues<A, B>(
  values: Readonly<Record<string, A>>,
  change: (value: A, name: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}

function describeOperation(collected: Operation, declared: DeclaredOperation, writer: SchemaWriter): Operation {
  const { failures, permission } = declared
  const { requestBody, parameters, responses, ...operation } = collected
  const body = requestBody && { ...requestBody, content: writeContent(requestBody.content, writer) }
  const required = requiredOf(requestBody)
  const failed = Object.entries(failures).map(([status, texts]) => [
    status,
    writeFailure(Number(status), texts, required, writer),
  ])
  return {
    ...operation,
    description: operation.description ?? `${operation.summary}.`,
    security: operation.security ?? [{ key: [] }],
    ...(permission !== undefined && { 'x-permission': permission }),
    ...(parameters && { parameters: parameters.map((parameter) => writeParameter(parameter, writer)) }),
    ...(body && { requestBody: body }),
    responses: { ...mapValues(responses, (response) => writeAnswer(response, writer)), ...Object.fromEntries(failed) },
  }
}

function describeSent({ requestBody, parameters = [], ...operation }: Operation, writer: SchemaWriter): Operation {
  return {
    ...operation,
    parameters: parameters.map((parameter) => writeParameter(parameter, writer)),
    ...(requestBody && { requestBody: { ...requestBody, content: writeContent(requestBody.content, writer) } }),
  }
}

function writeParameter(parameter: Parameter, writer: SchemaWriter): Parameter {
  const schema = writer.write(parameter.schema) as Schema
  const types = Array.isArray(schema['type']) ? schema['type'].filter((type) => type !== 'null') : undefined
  // A query parameter is never null.
  const shown = types?.length === 1 ? { ...schema, type: types[0] } : schema
  return { ...parameter, schema: shown }
}

function writeAnswer(response: Body, writer: SchemaWriter): Body {
  return {
    ...response,
    headers: { ...response.headers, ...requestId },
    content: writeContent(response.content, writer),
  }
}

/** Writes a failure. Each of its texts becomes an example. */
function writeFailure(status: number, texts: readonly string[], required: string, writer: SchemaWriter): Body {
  const examples = texts.map((text, index) => [
    `failure${index + 1}`,
    { summary: text, value: exampleFailure(status, text, required) },
  ])
  return {
    description: phrases[status] ?? `${status}`,
    headers: { ...requestId, ...(status === 429 && retryAfter) },
    content: { 'application/json': { schema: writer.write(ErrorEnvelope), examples: Object.fromEntries(examples) } },
  }
}

function exampleFailure(status: number, text: string, required: string): object {
  const errorType = errorTypeOf(status)
  if (text !== wrongFields.text) return envelope(errorType, text)
  return { status: 'error', errorType, errors: [{ field: `$.${required}`, code: 'required', message: 'is required' }] }
}

function requiredOf(body: Body | undefined): string {
  const schema = body?.content?.['application/json']?.schema as { required?: string[] } | undefined
  return schema?.required?.[0] ?? 'member'
}

function writeContent(content: Body['content'], writer: SchemaWriter): Record<string, Media> {
  return mapValues(content ?? {}, (media) => ({ ...media, schema: writer.write(media.schema) }))
}

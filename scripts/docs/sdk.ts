import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { ApiDocument, Body, Operation } from '../../src/platform/http/api-document.ts'

// Writes the SDK's types and its table of operations from the API description.

interface NamedOperation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const banner = '// Written by `npm run docs` from the description of the API.\n\n'

/** Returns every operation, in the order of the description, without those at addresses of older clients. */
function operationsOf({ paths }: ApiDocument): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation.deprecated)
      .map(([method, operation]) => ({
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        operation,
      })),
  )
}

/** Writes `operations.ts`: how each operation is called. */
export function writeSdkOperations(api: ApiDocument): string {
  const all = operationsOf(api)
  const table = (name: string, known: readonly NamedOperation[]): string => {
    const rows = known.map((one) => `  ${one.name}: ['${one.method}', '${one.path}', '${inputOf(one.operation)}'],\n`)
    return `export const ${name} = {\n${rows.join('')}} as const\n`
  }
  const isSandbox = ({ path }: NamedOperation): boolean => path.startsWith('/sandbox/')
  return [
    `${banner}/** Operation → method, path, and what is sent with it. */\n`,
    table(
      'operations',
      all.filter((one) => !isSandbox(one)),
    ),
    '\n/** Those that only a sandbox has. */\n',
    table('sandboxOperations', all.filter(isSandbox)),
  ].join('')
}

function inputOf({ requestBody, parameters = [] }: Operation): 'body' | 'file' | 'query' | '' {
  const types = Object.keys(requestBody?.content ?? {})
  if (types.includes('multipart/form-data')) return 'file'
  if (types.length > 0) return 'body'
  return parameters.some((parameter) => parameter.in === 'query') ? 'query' : ''
}

/** Writes `types.ts`: the parameters and answers of each operation. `api`: the strict description. */
export async function writeSdkTypes(api: ApiDocument): Promise<string> {
  const known = operationsOf(api).map(({ name, operation }) => [name, schemaOf(operation)] as const)
  const notifications = Object.entries(api.webhooks).map(([name, { post }]) => [name, bodyOf(post)] as const)
  const root = {
    title: 'Operations',
    ...objectOf([...known, ...notifications]),
    components: { schemas: withoutExamples(api.components.schemas) },
  }
  const text = await compile(root as JSONSchema, 'Operations', {
    additionalProperties: false,
    bannerComment: '',
    // The compiler takes the members of an order for an array, because one of them is called `items`.
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
  return banner + text
}

const none = { tsType: 'undefined' }

function schemaOf(operation: Operation): object {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return objectOf([
    ['body', bodyOf(operation)],
    [
      'query',
      query.length === 0
        ? none
        : objectOf(
            query.map(({ name, schema }) => [name, withoutExamples(schema)]),
            [],
          ),
    ],
    ['answer', answerOf(operation)],
  ])
}

function objectOf(
  members: readonly (readonly [name: string, schema: object])[],
  required = members.map(([name]) => name),
) {
  return { type: 'object', additionalProperties: false, required, properties: Object.fromEntries(members) }
}

function bodyOf({ requestBody }: { readonly requestBody?: Body }): object {
  const schema = requestBody?.content?.['application/json']?.schema
  if (schema !== undefined) return withoutExamples(schema as object)
  return requestBody === undefined ? none : { tsType: 'Blob' }
}

function answerOf({ responses }: Operation): object {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}
  const schema = success['application/json']?.schema
  if (schema !== undefined) return withoutExamples(schema as object)
  return { tsType: Object.keys(success).some((type) => type.startsWith('text/')) ? 'string' : 'Blob' }
}

const leftOut = new Set(['example', 'examples', 'maxItems', 'minItems'])

function withoutExamples<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutExamples) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).filter(([name, value]) => !leftOut.has(name) || isMember(schema, value))
  return Object.fromEntries(members.map(([name, value]) => [name, withoutExamples(value)])) as T
}

// A member of an object may also be named `example`.
function isMember(schema: object, value: unknown): boolean {
  return !('type' in schema) && typeof value === 'object' && value !== null && 'type' in value
}

import type { ApiDocument, Operation } from './api-document.ts'

/** Operations that move money: sent again without their key they would move it again. */
const keyed = /^(capturePayment|refundPayment)(Old)?$/

/**
 * Returns the description for typed clients. It allows less than the service accepts: an amount is a text, never a
 * number, which most languages do not hold exactly; a capture and a refund have their `reference_id`
 * (docs/contract/integrators.md#descriptions).
 */
export function makeStrict(document: ApiDocument): ApiDocument {
  const { paths, webhooks, components, ...others } = document
  const schemas = withoutNumbers(components.schemas)
  return {
    ...others,
    paths: mapValues(paths, (methods) => mapValues(methods, makeStrictOperation)),
    webhooks: withoutNumbers(webhooks),
    components: { ...components, schemas },
  }
}

function makeStrictOperation(operation: Operation): Operation {
  const strict = withoutNumbers(operation)
  const media = strict.requestBody?.content?.['application/json']
  if (media === undefined || !keyed.test(operation.operationId)) return strict
  const key = { type: 'object', required: ['reference_id'], properties: { reference_id: { type: 'string' } } }
  const content = { 'application/json': { ...media, schema: { allOf: [media.schema, key] } } }
  return {
    ...strict,
    requestBody: { ...strict.requestBody, description: strict.requestBody?.description ?? '', content },
  }
}

/** Removes `number` from every type that may be a text instead. */
function withoutNumbers<T>(node: T): T {
  if (Array.isArray(node)) {
    const isAmount = node.includes('string') && node.includes('number')
    return (isAmount ? narrowed(node.filter((one) => one !== 'number')) : node.map(withoutNumbers)) as T
  }
  if (typeof node !== 'object' || node === null) return node
  return mapValues(node as Record<string, unknown>, withoutNumbers) as T
}

const narrowed = (types: readonly unknown[]): unknown => (types.length === 1 ? types[0] : types)

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}

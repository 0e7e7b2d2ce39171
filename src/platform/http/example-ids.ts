import type { ApiDocument, Operation, Parameter } from './api-document.ts'

const anyId = '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'

/**
 * Gives each id of a path an example: the id in the example answer of the address before it, so that calls and answers of the
 * reference belong together. An example of the parameter's own schema goes first.
 */
export function addExampleIds(paths: ApiDocument['paths']): ApiDocument['paths'] {
  const known = new Map<string, string>()
  for (const [path, operations] of Object.entries(paths)) {
    const id = Object.values(operations).map(answeredId).find(isText)
    if (id !== undefined) known.set(path, id)
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => {
      const withIds = Object.entries(operations).map(([method, operation]) => {
        const parameters = operation.parameters?.map((parameter) => addExample(parameter, path, known))
        return [method, { ...operation, ...(parameters && { parameters }) }]
      })
      return [path, Object.fromEntries(withIds)]
    }),
  )
}

function addExample(parameter: Parameter, path: string, known: ReadonlyMap<string, string>): Parameter {
  const { schema, example } = parameter
  if (example !== undefined || schema['format'] !== 'uuid') return parameter
  const place = `{${parameter.name}}`
  const before = path.slice(0, Math.max(0, path.indexOf(place) - 1))
  return { ...parameter, example: known.get(`${before}/${place}`) ?? known.get(before) ?? anyId }
}

/** Returns the id in the example of a successful answer: its own, or that of its only thing, or of the first in its list. */
function answeredId({ responses }: Operation): string | undefined {
  const body = responses['200']?.content?.['application/json']?.example
  const things = [body, ...Object.values(body ?? {})].flat() as ({ id?: unknown } | null)[]
  return things.map((thing) => thing?.id).find(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

import { InvalidValue, validatorFor } from '../../platform/http/validate.ts'

/** A wrong value, with the members and indexes that lead to it. */
export interface WrongValue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

interface ListSchema {
  readonly items: object
}

/** Returns every value that the schema refuses. A member that the schema does not name is wrong, too. */
export function findWrong(schema: object, value: unknown, path: WrongValue['path'] = []): WrongValue[] {
  if (isObjectSchema(schema) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return wrongMembers(schema, value, path)
  }
  if (isListSchema(schema) && Array.isArray(value)) {
    const inside = value.flatMap((one, index) => findWrong(schema.items, one, [...path, index]))
    if (inside.length > 0) return inside
  }
  return wrongWhole(schema, value, path)
}

/** Returns the place of a value, such as `merchants[0].name`; empty for the whole. */
export function placeOf(path: WrongValue['path']): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return place.replace(/^\./, '')
}

function wrongMembers(schema: ObjectSchema, value: object, path: WrongValue['path']): WrongValue[] {
  const names = Object.keys(schema.properties)
  const unknown = Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: [...path, name], message: `is no member; the members are ${names.join(', ') || 'none'}` }))
  const missing = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ path, message: `lacks ${name}` }))
  const inside = Object.entries(value).flatMap(([name, one]) => {
    const inner = schema.properties[name]
    return inner === undefined ? [] : findWrong(inner, one, [...path, name])
  })
  return [...unknown, ...missing, ...inside]
}

function wrongWhole(schema: object, value: unknown, path: WrongValue['path']): WrongValue[] {
  try {
    validatorFor(schema, 'input')(value)
    return []
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    if (error.wrongType) return [{ path, message: `must not be ${JSON.stringify(value)?.slice(0, 60)}` }]
    return error.fields.map(({ field, message }) => ({ path: [...path, ...pathOf(field)], message }))
  }
}

/** Returns the members and indexes of a field such as `$.stores[0].country`. */
function pathOf(field: string): (string | number)[] {
  return [...field.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
}

// An optional one has its members or items beside the types of both.
const isObjectSchema = (schema: object): schema is ObjectSchema => 'properties' in schema
const isListSchema = (schema: object): schema is ListSchema => 'items' in schema

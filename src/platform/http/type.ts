import type * as TypeBox from 'typebox'

// TypeBox gives every schema its TypeScript type. Its own builders are three hundred files, which every start would
// load. The dozen builders here return plain data. A test compares each with TypeBox's.

type Schema = Readonly<Record<string | symbol, unknown>>

const optional = Symbol('optional')

function optionalOf(schema: Schema): Schema {
  // Not enumerable, so that a written schema does not show it.
  return Object.defineProperty({ ...schema }, optional, { value: true })
}

function objectOf(properties: Readonly<Record<string, Schema>>, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => properties[name]?.[optional] !== true)
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

const simple = (type: string) => (options?: Schema) => ({ type, ...options })

const builders = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: simple('boolean'),
  Integer: simple('integer'),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: simple('null'),
  Number: simple('number'),
  Object: objectOf,
  Optional: optionalOf,
  /** Keys are texts: no other keys are supported here. */
  Record: (_key: Schema, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: simple('string'),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => schema,
}

/** Builders of schemas, with TypeBox's names and types. */
export const Type = builders as unknown as Pick<typeof TypeBox.Type, keyof typeof builders>

export type { Static, TObject, TOptional, TProperties, TSchema } from 'typebox'

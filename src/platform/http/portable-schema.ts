/** A JSON Schema of the reference. */
export type Schema = { [keyword: string]: unknown }

// Our validator's formats in OpenAPI's keywords.
const formats: Readonly<Record<string, Schema>> = {
  text: {},
  key: {},
  datetime: { format: 'date-time' },
  url: { format: 'uri', description: 'an http or https address; an empty text counts as none' },
  'return-url': { format: 'uri', description: 'a web address, or the address of an app; an empty text counts as none' },
  mail: { format: 'email' },
}

// The values of these keywords are data or names, not schemas.
const opaque = new Set(['enum', 'const', 'examples', 'example', 'default', 'required'])

/**
 * Writes portable schemas, without our own formats and keywords. A schema with a title is written once, among the
 * components, and referred to elsewhere. Throws if two different schemas have the same title.
 */
export class SchemaWriter {
  readonly components: Record<string, Schema> = {}

  write(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.write(part))
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, ...rest } = schema as Schema
    if (typeof title !== 'string') return this.#writeMembers(rest)
    const { examples, example, ...shape } = rest
    return this.#refer(title, shape)
  }

  #refer(title: string, shape: Schema): Schema {
    const types = Array.isArray(shape['type']) ? shape['type'] : undefined
    const isNullable = types?.includes('null') === true
    const written = this.#writeMembers(isNullable ? { ...shape, type: types[0] } : shape)
    const known = this.components[title]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written)) {
      throw new Error(`two different schemas have the title ${title}`)
    }
    this.components[title] = written
    const reference = { $ref: `#/components/schemas/${title}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  #writeMembers(schema: Schema): Schema {
    const { format, decimal: _decimal, normalize: _normalize, maxItemsWithin: _within, ...rest } = schema
    const written = Object.fromEntries(
      Object.entries(rest).map(([keyword, value]) => {
        if (opaque.has(keyword)) return [keyword, value]
        return [keyword, keyword === 'properties' ? this.#writeEach(value as Schema) : this.write(value)]
      }),
    )
    const known = typeof format === 'string' ? (formats[format] ?? { format }) : {}
    return { ...known, ...written }
  }

  // The names of properties are no keywords, even if they look like them.
  #writeEach(properties: Schema): Schema {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.write(schema)]))
  }
}

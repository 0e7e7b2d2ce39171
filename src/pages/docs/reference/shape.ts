import type { Schema } from '../../../platform/http/portable-schema.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { Inline } from '../prose.ts'

const prefix = '#/components/schemas/'

/** Returns the name of the component that a schema refers to; undefined for an inline schema. */
export function nameOf(schema: Schema): string | undefined {
  const reference = schema['$ref']
  return typeof reference === 'string' ? reference.slice(prefix.length) : undefined
}

/** Returns the anchor of a component on the page of the shapes. */
export function shapeId(name: string): string {
  return `shape-${name}`
}

/** The type of a value in a few words, with links to shapes. */
export function Type({ schema }: { schema: Schema }): Content {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href=${`/docs/reference/shapes#${shapeId(name)}`}>${name}</a>`
  const either = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (either !== undefined) return joined(either.map((part) => Type({ schema: part })))
  const types = [schema['type'] ?? 'any'].flat() as string[]
  return joined(types.map((type) => (type === 'array' ? List({ schema }) : typeWords(type, schema))))
}

function List({ schema }: { schema: Schema }): Content {
  return html`array of ${Type({ schema: (schema['items'] ?? {}) as Schema })}`
}

function typeWords(type: string, schema: Schema): string {
  const { format, contentMediaType } = schema
  if (type !== 'string') return type
  if (typeof format === 'string') return `string (${format})`
  return typeof contentMediaType === 'string' ? 'file' : 'string'
}

function joined(parts: Content[]): Content {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [' or ', part]))
}

/** The members of an object, nested members folded. Nothing for other types. */
export function Members({ schema }: { schema: Schema }): Content {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  if (properties.length === 0) return null
  const required = (schema['required'] ?? []) as string[]
  return html`<dl class="members">
    ${properties.map(([name, member]) => Member({ name, schema: member, isRequired: required.includes(name) }))}
  </dl>`
}

/** A member or parameter: name, type, description, limits and members. */
export function Member(props: {
  name: string
  schema: Schema
  isRequired: boolean
  note?: string | undefined
}): Content {
  const { name, schema, isRequired, note } = props
  const inner = innerOf(schema)
  const text = note ?? (schema['description'] as string | undefined)
  return html`<div>
    <dt>
      <code>${name}</code> <span>${Type({ schema })}</span>
      ${isRequired && html` <b>required</b>`}
    </dt>
    <dd>
      ${text && html`<p>${Inline({ text })}</p>`}
      ${Limits({ schema })}
      ${
        inner &&
        html`<details><summary>Members of <code>${name}</code></summary>${Members({ schema: inner })}</details>`
      }
    </dd>
  </div>`
}

// The nested members: of an object, of a list's entries, or of one of several forms.
function innerOf(schema: Schema): Schema | undefined {
  const candidates = [schema, schema['items'], ...((schema['anyOf'] ?? []) as Schema[])] as (Schema | undefined)[]
  return candidates.find((candidate) => candidate?.['properties'] !== undefined)
}

function Limits({ schema }: { schema: Schema }): Content {
  const { enum: values, maxLength, minimum, maxItems } = schema
  const parts: Content[] = []
  if (Array.isArray(values)) {
    const shown = values.filter((value) => value !== null)
    parts.push([
      'one of ',
      ...shown.flatMap((value, index) => [index > 0 ? ', ' : '', html`<code>${String(value)}</code>`]),
    ])
  }
  if (typeof maxLength === 'number') parts.push(`at most ${maxLength.toLocaleString('en')} characters`)
  if (typeof minimum === 'number') parts.push(`${minimum} or more`)
  if (typeof maxItems === 'number') parts.push(`at most ${maxItems}`)
  return parts.length === 0
    ? null
    : html`<p class="limits">${parts.flatMap((part, index) => (index === 0 ? [part] : ['; ', part]))}</p>`
}

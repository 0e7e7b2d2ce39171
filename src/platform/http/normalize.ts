import { isStorable } from '../base/texts.ts'

/**
 * Turns a member's value into what its sender means, before its schema judges it. Undefined: as if it was left out.
 * Any other value stays, and the schema decides.
 */
type Normalizer = (value: unknown) => unknown

/** The keywords of schemas that this file reads. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly normalize?: readonly NormalizerName[]
}

/** The names that the keyword `normalize` of a schema may have. */
export const normalizers = {
  /** Removes spaces around a text. */
  trim: (value) => (typeof value === 'string' ? value.trim() : value),
  /** Leaves out an empty text. */
  blank: (value) => (value === '' ? undefined : value),
  /** Leaves out everything but an http or https address or an empty text. */
  address: (value) => (value === null || isWebAddress(value) ? value : undefined),
  /** Leaves out `false`, which PHP sends for a text that it does not have. */
  text: (value) => (value === false ? undefined : value),
  /** Leaves out `[]`, which PHP sends for an object without members. */
  object: (value) => (isEmptyList(value) ? undefined : value),
  /** Removes the nulls of a list. */
  list: (value) => (Array.isArray(value) ? value.filter((one) => one !== null) : value),
  /** Makes texts of an object's values. Drops nulls. */
  texts: (value) => (isEmptyList(value) ? {} : textsOf(value)),
  /** Reads a language tag: `ar` if it begins so, else `en`. */
  language: (value) => (typeof value === 'string' ? languageOf(value) : value),
} as const satisfies Readonly<Record<string, Normalizer>>

export type NormalizerName = keyof typeof normalizers

const maxAddressLength = 2_000

// Shops send an empty text for a product without a picture.
function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > maxAddressLength || !isStorable(value)) return false
  return value === '' || ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '')
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function textsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const texts = Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    if (one === null) return []
    return [[name, typeof one === 'string' ? one : JSON.stringify(one)] as const]
  })
  return Object.fromEntries(texts)
}

function languageOf(tag: string): 'ar' | 'en' {
  return tag.trim().toLowerCase().startsWith('ar') ? 'ar' : 'en'
}

/** Returns the function that normalizes the members of an object in place; undefined if its schema names none. */
export function membersNormalizer(properties: Readonly<Record<string, Schema>>) {
  const named = Object.entries(properties).flatMap(([name, { normalize = [] }]) =>
    normalize.length === 0 ? [] : [[name, normalize.map((one) => normalizers[one])] as const],
  )
  if (named.length === 0) return undefined
  return (members: Record<string, unknown>): void => {
    for (const [name, each] of named) {
      let value = members[name]
      if (value === undefined) continue
      for (const normalizer of each) value = normalizer(value)
      if (value !== members[name]) members[name] = value
    }
  }
}

/**
 * Returns the schema for a lenient store: at any depth, `false` for a text and `[]` for an optional object are as if
 * left out.
 */
export function lenient<S extends object>(schema: S): S {
  const { properties, items } = schema as Schema
  const members = properties && {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, lenientMember(lenient(member))]),
    ),
  }
  return { ...schema, ...members, ...(items && { items: lenient(items) }) }
}

function lenientMember(member: Schema): Schema {
  const types = [member.type].flat()
  const isOptionalObject = types.includes('object') && types.includes('null')
  const own = isOptionalObject ? 'object' : types[0] === 'string' ? 'text' : undefined
  return own === undefined ? member : { ...member, normalize: [...(member.normalize ?? []), own] }
}

import { isDecimal } from '../base/money.ts'
import type { Findings } from './findings.ts'
import { membersNormalizer, type NormalizerName } from './normalize.ts'

/** The rule of a `format`. A format without a rule is for readers of the schema only. */
export interface Format {
  readonly validate: (text: string) => boolean
  readonly message: string
}

type Formats = Readonly<Record<string, Format>>
type Members = Record<string, unknown>

/** The keywords of input schemas. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly decimal?: true
  /** What happens to a member before it is judged, in this order. */
  readonly normalize?: readonly NormalizerName[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  /** The most elements of a member's lists in all elements together, by the member's name. */
  readonly maxItemsWithin?: Readonly<Record<string, number>>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly propertyNames?: Schema
  readonly maxProperties?: number
}

const keywords = new Set([
  ...['type', 'enum', 'format', 'decimal', 'normalize', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['items', 'minItems', 'maxItems', 'maxItemsWithin'],
  ...['properties', 'required', 'additionalProperties', 'propertyNames', 'maxProperties'],
  ...['title', 'description', 'examples', 'contentMediaType'],
])

/**
 * Adds a value's violations of a schema to the findings, in time that grows with the size of the value. Normalizes
 * members in place.
 */
export type Judge = (value: unknown, findings: Findings) => void

/** Returns the judge of a schema. Throws for an unknown keyword, which is a bug. */
export function judgeOf(schema: object, formats: Formats): Judge {
  const unknown = Object.keys(schema).find((keyword) => !keywords.has(keyword))
  if (unknown !== undefined) throw new Error(`no judge knows the keyword ${unknown}`)
  const isOfType = typeCheck(schema)
  const complaintOf = valueRule(schema, formats)
  const judgeElements = elementsJudge(schema, formats)
  const judgeMembers = membersJudge(schema, formats)
  return (value, findings) => {
    if (!isOfType(value)) {
      findings.wrongType = true
      return
    }
    if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) judgeElements(value, findings)
      else judgeMembers(value as Members, findings)
    } else if (!findings.isFull) {
      const complaint = complaintOf(value)
      if (complaint !== undefined) findings.complain(complaint)
    }
  }
}

const typeChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

function typeCheck({ type }: Schema): (value: unknown) => boolean {
  if (type === undefined) return () => true
  const checks = [type].flat().map((name) => {
    const check = typeChecks[name]
    if (check === undefined) throw new Error(`no judge knows the type ${name}`)
    return check
  })
  const [first, second] = checks
  if (first !== undefined && second === undefined) return first
  return (value) => checks.some((check) => check(value))
}

/** Returns a function that returns the problem of a value, beside its type and its members. */
function valueRule(schema: Schema, formats: Formats): (value: unknown) => string | undefined {
  const {
    enum: allowed,
    decimal,
    minLength = 0,
    maxLength = Infinity,
    minimum = -Infinity,
    maximum = Infinity,
  } = schema
  const format = formats[schema.format ?? '']
  const complaintOfText = (text: string): string | undefined => {
    if (isLonger(text, maxLength)) return `must have at most ${maxLength} characters`
    if (text.length < minLength) return `must have at least ${minLength} characters`
    return format === undefined || format.validate(text) ? undefined : format.message
  }
  const complaintOfNumber = (number: number): string | undefined => {
    if (number < minimum) return `must be at least ${minimum}`
    return number > maximum ? `must be at most ${maximum}` : undefined
  }
  return (value) => {
    if (allowed !== undefined && !allowed.includes(value)) {
      return `must be one of ${allowed.filter((one) => one !== null).join(', ')}`
    }
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    if (decimal && !isDecimal(String(value))) return 'must be a decimal number'
    return typeof value === 'string' ? complaintOfText(value) : complaintOfNumber(value)
  }
}

// Characters are code points. The count stops when the answer is known.
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  let count = 0
  for (const _character of text) {
    count += 1
    if (count > most) return true
  }
  return false
}

function elementsJudge(schema: Schema, formats: Formats): (elements: readonly unknown[], findings: Findings) => void {
  const { items, minItems = 0, maxItems = Infinity } = schema
  const bounds = Object.entries(schema.maxItemsWithin ?? {})
  const judgeElement = items === undefined ? undefined : judgeOf(items, formats)
  return (elements, findings) => {
    if (elements.length > maxItems) return findings.passOver(`must have at most ${maxItems} items`)
    for (const [member, most] of bounds) {
      if (countWithin(elements, member) > most) return findings.passOver(`must have at most ${most} ${member} in all`)
    }
    if (elements.length < minItems) findings.complain(`must have at least ${minItems} items`)
    if (judgeElement === undefined) return
    for (let index = 0; index < elements.length && !findings.wrongType; index += 1) {
      findings.enter(index)
      judgeElement(elements[index], findings)
      findings.leave()
    }
  }
}

// Each list may be short enough while all of them together are too long.
function countWithin(elements: readonly unknown[], member: string): number {
  const lists = elements.map((element) => (element as Members | null)?.[member])
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}

function membersJudge(schema: Schema, formats: Formats): (members: Members, findings: Findings) => void {
  const { properties = {}, required = [] } = schema
  const judges = new Map(Object.entries(properties).map(([name, member]) => [name, judgeOf(member, formats)]))
  const judgeAll = mapJudge(schema, formats)
  const normalizeMembers = membersNormalizer(properties)
  return (members, findings) => {
    normalizeMembers?.(members)
    for (const name of required) {
      if (members[name] === undefined) complainOf(name, findings)
    }
    // By the body's members, because a body has fewer of them than its schema.
    for (const name in members) {
      const judge = judges.get(name)
      // A normalizer sets a member to undefined to leave it out: JSON has no undefined.
      if (judge === undefined || members[name] === undefined) continue
      findings.enter(name)
      judge(members[name], findings)
      findings.leave()
      if (findings.wrongType) return
    }
    judgeAll?.(members, findings)
  }
}

function complainOf(missing: string, findings: Findings): void {
  findings.enter(missing)
  findings.complain('is required', 'required')
  findings.leave()
}

// For an object with any names: a schema for the names and one for the values.
function mapJudge(schema: Schema, formats: Formats) {
  const { additionalProperties, propertyNames = {}, maxProperties = Infinity } = schema
  if (additionalProperties === undefined) return undefined
  const judgeValue = judgeOf(additionalProperties, formats)
  const complaintOfName = valueRule(propertyNames, formats)
  return (members: Members, findings: Findings): void => {
    if (Object.keys(members).length > maxProperties) {
      findings.complain(`must have at most ${maxProperties} members`)
      return
    }
    let complaint: string | undefined
    for (const name in members) {
      if (findings.wrongType) return
      complaint ??= complaintOfName(name)
      findings.enter(name)
      judgeValue(members[name], findings)
      findings.leave()
    }
    if (complaint !== undefined) findings.complain(`a member's name ${complaint}`)
  }
}

import type { FastifySchemaCompiler } from 'fastify'
import { isReturnAddress } from '../base/addresses.ts'
import type { WrongField } from '../base/refusals.ts'
import { isStorable } from '../base/texts.ts'
import { isDateText, parseInstant } from '../base/times.ts'
import { Findings, maxWrongFields } from './findings.ts'
import { type Format, type Judge, judgeOf } from './judge.ts'

/** Input that its schema refuses: of a wrong JSON type, or of the right types with up to 100 wrong fields. */
export class InvalidValue extends Error {
  readonly part: string
  readonly empty: boolean
  readonly wrongType: boolean
  readonly fields: readonly WrongField[]
  /**
   * The input with empty lists in place of those that are too long. All of it has the right types, unless
   * `wrongType`.
   */
  readonly readPart: unknown

  constructor(part: string, input: unknown, findings: Findings) {
    super('invalid input')
    this.name = 'InvalidValue'
    this.part = part
    // Fastify passes null if there was no body. The body reader has refused a JSON null.
    this.empty = part === 'body' && input === null
    this.wrongType = findings.wrongType
    this.fields = findings.fields
    this.readPart = findings.wrongType ? undefined : findings.readPart(input)
  }
}

/** The longest text that an index holds, in bytes: PostgreSQL refuses a longer key. */
const maxKeyBytes = 2_600

const formats: Readonly<Record<string, Format>> = {
  text: { validate: isStorable, message: 'must not hold NUL or broken characters' },
  datetime: { validate: (text) => parseInstant(text) !== undefined, message: 'must be an ISO 8601 datetime' },
  date: { validate: isDateText, message: 'must be a date, YYYY-MM-DD' },
  'return-url': { validate: isReturnable, message: 'must be an absolute address, such as https://… or app://…' },
  key: { validate: isKey, message: `must have at most ${maxKeyBytes} bytes, and no NUL or broken characters` },
  mail: { validate: isMailAddress, message: 'must be an e-mail address' },
}

function isKey(text: string): boolean {
  return isStorable(text) && Buffer.byteLength(text) <= maxKeyBytes
}

function isReturnable(text: string): boolean {
  return text === '' || (isStorable(text) && isReturnAddress(text))
}

function isMailAddress(text: string): boolean {
  return text === '' || (isStorable(text) && /^[^@\s]+@[^@\s]+$/.test(text))
}

const judges = new WeakMap<object, Judge>()

/**
 * Returns a function that throws an InvalidValue for input that the schema refuses. The judge of a schema is made
 * once.
 */
export function validatorFor(schema: object, part: string): (value: unknown) => void {
  return (value) => {
    let judge = judges.get(schema)
    if (judge === undefined) {
      judge = judgeOf(schema, formats)
      judges.set(schema, judge)
    }
    const findings = new Findings()
    judge(value, findings)
    if (findings.wrongType || findings.fields.length > 0) throw new InvalidValue(part, value, findings)
  }
}

/** The judged part of a body, all of the right types, and its wrong fields so far. */
export interface JudgedBody {
  readonly part: unknown
  readonly wrong: readonly WrongField[]
}

/**
 * Returns a function that judges a body whose other checks add further wrong fields. It throws an InvalidValue only
 * if no further field can be added: for a wrong JSON type, and if the list is full.
 */
export function judgeFor(schema: object): (body: unknown) => JudgedBody {
  const validate = validatorFor(schema, 'body')
  return (body) => {
    try {
      validate(body)
      return { part: body, wrong: [] }
    } catch (error) {
      if (!(error instanceof InvalidValue) || error.wrongType || error.empty) throw error
      if (error.fields.length >= maxWrongFields) throw error
      return { part: error.readPart, wrong: error.fields }
    }
  }
}

/** Fastify's validator compiler. A schema's judge is made with its first use, so that a start does not wait for it. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = validatorFor(schema, httpPart ?? 'body')
  return (value: unknown) => {
    try {
      validate(value)
      return { value }
    } catch (error) {
      return { error: error as Error }
    }
  }
}

import type { FastifySchemaCompiler } from 'fastify'
import { isReturnAddress } from '../base/addresses.ts'
import type { WrongField } from '../base/refusals.ts'
import { isStorable } from '../base/texts.ts'
import { isDateText, parseInstant } from '../base/times.ts'
import { Findings, maxWrongFields } from './findings.ts'
import { type Format, type Judge, judgeOf } from './judge.ts'

/** Input that a schema does not allow: of the wrong JSON type, or right-typed but wrong, with the first 100 wrong fields. */
export class InvalidValue extends Error {
  readonly part: string
  readonly empty: boolean
  readonly wrongType: boolean
  readonly fields: readonly WrongField[]
  /** The input without what is in lists that are too long: all of it is of the right type, unless that is what is wrong. */
  readonly readPart: unknown

  constructor(part: string, input: unknown, findings: Findings) {
    super('invalid input')
    this.name = 'InvalidValue'
    this.part = part
    // Fastify hands over null where there was no body at all; a JSON null has been refused by the body reader.
    this.empty = part === 'body' && input === null
    this.wrongType = findings.wrongType
    this.fields = findings.fields
    this.readPart = findings.wrongType ? undefined : findings.readPart(input)
  }
}

const formats: Readonly<Record<string, Format>> = {
  text: { validate: isStorable, message: 'must not hold NUL or broken characters' },
  datetime: { validate: (text) => parseInstant(text) !== undefined, message: 'must be an ISO 8601 datetime' },
  date: { validate: isDateText, message: 'must be a date, YYYY-MM-DD' },
  url: { validate: isWebAddress, message: 'must be an http or https address' },
  'return-url': { validate: isReturnable, message: 'must be an absolute address, such as https://… or app://…' },
  mail: { validate: isMailAddress, message: 'must be an e-mail address' },
}

// Shops send an empty text where a product has no picture.
function isWebAddress(text: string): boolean {
  return text === '' || ['http:', 'https:'].includes(protocolOf(text) ?? '')
}

function isReturnable(text: string): boolean {
  return text === '' || (isStorable(text) && isReturnAddress(text))
}

function protocolOf(text: string): string | undefined {
  return isStorable(text) ? URL.parse(text)?.protocol : undefined
}

function isMailAddress(text: string): boolean {
  return text === '' || (isStorable(text) && /^[^@\s]+@[^@\s]+$/.test(text))
}

const judges = new WeakMap<object, Judge>()

/** A function that throws an InvalidValue for input the schema does not allow. What judges by the schema is made once. */
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

/** What of a body has been looked at, all of it of the right types, and what is wrong with it so far. */
export interface Judged {
  readonly part: unknown
  readonly wrong: readonly WrongField[]
}

/**
 * A function that judges a body by the schema where more is found by other means, to be told together. It throws an InvalidValue only where
 * no more can be told: for a wrong JSON type, and for as many wrong fields as are told.
 */
export function judgeFor(schema: object): (body: unknown) => Judged {
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

/** Fastify's hook for schemas: read when first used, so that a start does not wait for them. */
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

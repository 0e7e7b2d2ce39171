import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { isReturnAddress } from '../base/addresses.ts'
import { isDecimal } from '../base/money.ts'
import type { WrongField } from '../base/refusals.ts'
import { isDateText, parseInstant } from '../base/times.ts'

/** At most so many wrong fields are reported of one body. */
const mostFields = 100

/** Input that a schema does not allow: of the wrong JSON type, or right-typed but wrong, with every wrong field. */
export class InvalidValue extends Error {
  readonly part: string
  readonly empty: boolean
  readonly wrongType: boolean
  readonly fields: readonly WrongField[]

  constructor(part: string, empty: boolean, wrongType: boolean, fields: readonly WrongField[]) {
    super('invalid input')
    this.name = 'InvalidValue'
    this.part = part
    this.empty = empty
    this.wrongType = wrongType
    this.fields = fields
  }
}

const formats: Record<string, { validate: (text: string) => boolean; message: string }> = {
  text: { validate: isStorable, message: 'must not hold NUL or broken characters' },
  datetime: { validate: (text) => parseInstant(text) !== undefined, message: 'must be an ISO 8601 datetime' },
  date: { validate: isDateText, message: 'must be a date, YYYY-MM-DD' },
  url: { validate: isWebAddress, message: 'must be an http or https address' },
  'return-url': { validate: isReturnable, message: 'must be an absolute address, such as https://… or app://…' },
  mail: { validate: isMailAddress, message: 'must be an e-mail address' },
}

// Formats that only tell the reader something, such as the uuid of a path, are judged elsewhere.
const ajv = new Ajv({ allErrors: true, strict: false, addUsedSchema: false, logger: false })
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.validate)
ajv.addKeyword({
  keyword: 'decimal',
  schemaType: 'boolean',
  validate: (_wanted: true, value: unknown) =>
    (typeof value !== 'string' && typeof value !== 'number') || isDecimal(String(value)),
  error: { message: 'must be a decimal number' },
})

// PostgreSQL stores neither NUL nor half a surrogate pair.
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

// Shops send an empty text where a product has no picture.
function isWebAddress(text: string): boolean {
  return text === '' || ['http:', 'https:'].includes(protocolOf(text) ?? '')
}

function isReturnable(text: string): boolean {
  return text === '' || (isStorable(text) && isReturnAddress(text))
}

function protocolOf(text: string): string | undefined {
  return isStorable(text) && URL.canParse(text) ? new URL(text).protocol : undefined
}

function isMailAddress(text: string): boolean {
  return text === '' || (isStorable(text) && /^[^@\s]+@[^@\s]+$/.test(text))
}

const compiled = new WeakMap<object, ValidateFunction>()

/** A function that throws an InvalidValue for input the schema does not allow. The schema is compiled once. */
export function validatorFor(schema: object, part: string): (value: unknown) => void {
  return (value) => {
    let validate = compiled.get(schema)
    if (validate === undefined) {
      validate = ajv.compile(schema)
      compiled.set(schema, validate)
    }
    if (validate(value)) return
    const errors = validate.errors ?? []
    // Fastify hands over null where there was no body at all; a JSON null has been refused by the body reader.
    const empty = part === 'body' && value === null
    throw new InvalidValue(part, empty, errors.some(isWrongType), fieldsOf(errors))
  }
}

/** Fastify's hook for schemas: compiled when first used, so that a start does not wait for them. */
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

function isWrongType(error: ErrorObject): boolean {
  return error.keyword === 'type'
}

function fieldsOf(errors: readonly ErrorObject[]): WrongField[] {
  const fields = new Map<string, WrongField>()
  for (const error of errors) {
    const field = fieldOf(error)
    if (fields.size < mostFields && !fields.has(field.field)) fields.set(field.field, field)
  }
  return [...fields.values()]
}

function fieldOf(error: ErrorObject): WrongField {
  const path = jsonPath(error.instancePath)
  if (error.keyword === 'required') {
    return { field: `${path}.${error.params['missingProperty']}`, code: 'required', message: 'is required' }
  }
  return { field: path, code: 'invalid_value', message: messageOf(error) }
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'format') return formats[error.params['format']]?.message ?? 'is malformed'
  if (error.keyword === 'enum') return `must be one of ${error.params['allowedValues'].join(', ')}`
  return error.message ?? 'is not allowed'
}

// `/payment/items/0/title` as `$.payment.items[0].title`.
function jsonPath(pointer: string): string {
  const parts = pointer.split('/').slice(1)
  return `$${parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')}`
}

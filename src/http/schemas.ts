import { type Static, type TSchema, Type } from './type.ts'

/** The words that the schemas of all bodies are written in. Every optional member may be null or absent (decisions section 3). */

/** A text of at most so many characters that PostgreSQL can store. */
export function text(maxLength = 255) {
  return Type.Unsafe<string>({ type: 'string', maxLength, format: 'text' })
}

export function optionalText(maxLength = 255, description?: string) {
  const schema = { type: ['string', 'null'], maxLength, format: 'text', ...(description && { description }) }
  return Type.Optional(Type.Unsafe<string | null>(schema))
}

const decimal = "a decimal number with at most the currency's decimals"

/**
 * An amount, as a text or (SDKs send them) a finite number. Only its JSON type is judged here; whether it is a decimal number
 * that fits its currency is judged once the currency is known.
 */
export function amount() {
  return Type.Unsafe<string | number>({ type: ['string', 'number'], description: decimal, examples: ['340.00'] })
}

/** An amount, zero or more, that may be left out. */
export function optionalAmount() {
  const schema = { type: ['string', 'number', 'null'], description: decimal, examples: ['0.00'] }
  return Type.Optional(Type.Unsafe<string | number | null>(schema))
}

export function datetime() {
  return Type.Unsafe<string>({ type: 'string', format: 'datetime', maxLength: 64, examples: ['2026-03-01T10:00:00Z'] })
}

export function optionalDatetime() {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'datetime', maxLength: 64 }))
}

export function optionalDate() {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', maxLength: 10 }))
}

export function optionalUrl() {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'url', maxLength: 2_000 }))
}

/** Where a browser or an app goes back to: a web address, or the address of an app. */
export function optionalReturnUrl() {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'return-url', maxLength: 2_000 }))
}

/** An e-mail address, or an empty text. */
export function email() {
  return Type.Unsafe<string>({ type: 'string', format: 'mail', maxLength: 255 })
}

export function optionalEmail() {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'mail', maxLength: 255 }))
}

export function optionalBoolean() {
  return Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }))
}

export function optionalInteger(minimum: number) {
  const maximum = 2_147_483_647
  return Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum }))
}

export function integer(minimum: number) {
  return Type.Unsafe<number>({ type: 'integer', minimum, maximum: 2_147_483_647 })
}

/** The same schema where null or nothing may stand. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T> | null>({ ...schema, type: [Reflect.get(schema, 'type'), 'null'] }))
}

/** What an operation answers, for the reference; the handler's own types are not bound to it, the tests' answers are. */
export function answer(schema: TSchema) {
  return Type.Unsafe<unknown>(schema)
}

/** A body with an example, for the reference. */
export function example<T extends TSchema>(schema: T, example: unknown): T {
  return { ...schema, examples: [example] }
}

/** The envelope of a failure, for the reference. */
export const ErrorEnvelope = Type.Object(
  {
    status: Type.Literal('error'),
    errorType: Type.Unsafe<string>({
      type: 'string',
      enum: ['bad_data', 'not_authorized', 'no_permission', 'not_found', 'conflict', 'too_many_requests', 'internal'],
    }),
    error: Type.Optional(Type.String({ description: 'English text for debugging; not to be parsed' })),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'the path of the member', examples: ['$.payment.currency'] }),
          code: Type.String({ examples: ['invalid_value', 'required'] }),
          message: Type.String({ description: 'what is wrong with it, in English' }),
        }),
        { description: 'every wrong field, instead of error' },
      ),
    ),
  },
  { title: 'Error' },
)

/**
 * The failures of an operation, for the reference: status → texts, with `; ` between them. `the list of wrong fields` among them
 * stands for the `errors` of the envelope.
 */
export function failures(textsByStatus: Readonly<Record<number, string>>) {
  const all = { 500: 'Internal Server Error', ...textsByStatus }
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [status, answer({ ...ErrorEnvelope, description })]),
  )
}

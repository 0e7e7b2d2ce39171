import { type Currency, currencies } from '../base/markets.ts'
import { type Static, type TSchema, Type } from './type.ts'

/**
 * The building blocks of all bodies' schemas. Every optional member may be null or absent
 * (docs/contract/conventions.md#requests).
 */

/** A text that PostgreSQL can store, with at most `maxLength` characters. */
export function text(maxLength = 255) {
  return Type.Unsafe<string>({ type: 'string', maxLength, format: 'text' })
}

export function optionalText(maxLength?: number, description?: string) {
  const schema = text(maxLength)
  return optional(description === undefined ? schema : { ...schema, description })
}

/**
 * An amount, as a text or a finite number (SDKs send both). Only its JSON type is judged here. Its digits are judged
 * once the currency is known.
 */
export function amount(example = '340.00') {
  const description = "a decimal number with at most the currency's decimals"
  return Type.Unsafe<string | number>({ type: ['string', 'number'], description, examples: [example] })
}

export function datetime() {
  return Type.Unsafe<string>({ type: 'string', format: 'datetime', maxLength: 64, examples: ['2026-03-01T10:00:00Z'] })
}

/** The text's schema, without the spaces around the text. */
export function trimmed<T extends TSchema>(schema: T): T {
  return { ...schema, normalize: ['trim'] }
}

export function date() {
  return Type.Unsafe<string>({ type: 'string', format: 'date', maxLength: 10 })
}

/** An http or https address of a picture or a page. Anything else is as if left out: decoration refuses no order. */
export function url() {
  return Type.Unsafe<string>({ type: 'string', format: 'url', maxLength: 2_000, normalize: ['address'] })
}

/** The address that a customer returns to: of the web or of an app. */
export function returnUrl() {
  return Type.Unsafe<string>({ type: 'string', format: 'return-url', maxLength: 2_000 })
}

/** An e-mail address, or an empty text. */
export function email() {
  return Type.Unsafe<string>({ type: 'string', format: 'mail', maxLength: 255 })
}

export function integer(minimum: number) {
  return Type.Unsafe<number>({ type: 'integer', minimum, maximum: 2_147_483_647 })
}

/** Returns the schema of an optional member: null or absent are allowed. */
export function optional<T extends TSchema>(schema: T) {
  const { type, enum: values }: { type?: unknown; enum?: readonly unknown[] } = schema
  const types = [...new Set([type, 'null'].flat())]
  return Type.Optional(
    Type.Unsafe<Static<T> | null>({
      ...schema,
      type: types,
      ...(values && { enum: [...new Set([...values, null])] }),
    }),
  )
}

/** Returns the schema of a body with an example, for the reference. */
export function example<T extends TSchema>(schema: T, example: unknown): T {
  return { ...schema, examples: [example] }
}

type DeepReadonly<T> = T extends object ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> } : T

/** The read-only type of a schema, for answers and stored values. */
export type BodyOf<S extends TSchema> = DeepReadonly<Static<S>>

export const Moment = Type.String({ format: 'date-time' })
export const Uuid = Type.String({ format: 'uuid' })
/** An amount in an answer, with the decimals of its currency. */
export const Amount = Type.String({ pattern: '^\\d+\\.\\d{2,3}$' })
/** An amount in an answer that may be negative. */
export const SignedAmount = Type.String({ pattern: '^-?\\d+\\.\\d{2,3}$' })
/** An amount in an answer as it was sent, because its currency is not known. */
export const SentAmount = Type.String({ pattern: '^-?\\d+(\\.\\d{1,3})?$' })
export const CurrencyCode = Type.Unsafe<Currency>({ type: 'string', enum: [...currencies] })

/** The answer of operations without a result. */
export const ok = { status: 'ok' } as const

export function okAnswer(description: string) {
  return Type.Object({ status: Type.Literal('ok') }, { description, examples: [{ status: 'ok' }] })
}

/** The envelope of a failure, for the reference. */
export const ErrorEnvelope = Type.Object(
  {
    status: Type.Unsafe<'error'>({ type: 'string', enum: ['error'] }),
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

/** Returns the schema of X-Merchant-Code, for the reference only: guards read and refuse the header. */
export function merchantCodeHeader(description: string, isRequired = false) {
  const schema = { type: 'object', properties: { 'x-merchant-code': { type: 'string', description } } }
  return Type.Unsafe<Record<string, unknown>>(isRequired ? { ...schema, required: ['x-merchant-code'] } : schema)
}

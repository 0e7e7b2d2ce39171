import { Type } from '../../../platform/http/type.ts'

/** Members that several tools take. */

export function uuid(description: string) {
  return Type.Unsafe<string>({ type: 'string', format: 'uuid', minLength: 36, maxLength: 36, description })
}

export function shortText(maxLength: number, description: string) {
  return Type.Unsafe<string>({ type: 'string', minLength: 1, maxLength, format: 'text', description })
}

export function wholeNumber(minimum: number, maximum: number, description: string) {
  return Type.Unsafe<number>({ type: 'integer', minimum, maximum, description })
}

export function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description })
}

/** Where to go on in a text. */
export const offset = Type.Optional(
  wholeNumber(0, 10_000_000, 'the character at which to go on; absent: the beginning'),
)

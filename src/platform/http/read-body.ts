import { type WrongField, wrongFields } from '../base/refusals.ts'
import { firstOfEachField } from './findings.ts'
import type { Static, TSchema } from './type.ts'
import { judgeFor } from './validate.ts'

/**
 * Replaces the schema's check on routes that check their body themselves and report all wrong fields at once, as with
 * `readBody`.
 */
export const validatorCompiler = () => () => true

/** The readable part of a wrong body: any member may be missing or have a value that is not allowed. */
export type Part<T> = T extends readonly (infer Element)[]
  ? readonly Part<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Part<T[Name]> }
    : T

/**
 * Reads a body by its schema, and by further rules of `read`, which adds to `wrong`. The result of `read` for a wrong
 * body is not used. Refuses with every wrong field of both, and at once for a wrong JSON type
 * (docs/contract/conventions.md#wrong-fields).
 */
export function readBody<S extends TSchema, Read>(
  schema: S,
  body: unknown,
  read: (part: Part<Static<S>>, wrong: WrongField[]) => Read,
): Read {
  const judged = judgeFor(schema)(body)
  const wrong = [...judged.wrong]
  const answer = read(judged.part as Part<Static<S>>, wrong)
  if (wrong.length > 0) throw wrongFields(firstOfEachField(wrong))
  return answer
}

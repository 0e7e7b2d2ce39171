import { type WrongField, wrongFields } from '../../platform/base/refusals.ts'
import { firstOfEachField } from '../../platform/http/findings.ts'
import type { Static, TSchema } from '../../platform/http/type.ts'
import { judgeFor } from '../../platform/http/validate.ts'

/** For a route that judges its body by itself, with all that is wrong at once (`readBody` does so by the schema too): in place of the schema's check. */
export const validatorCompiler = () => () => true

/** What can be read of a body that is wrong elsewhere: any member may be missing, and none need be one that is allowed. */
type Part<T> = T extends readonly (infer Element)[]
  ? readonly Part<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Part<T[Name]> }
    : T

/**
 * Reads a body by its schema and by what no schema can say, which `read` adds to `wrong`; its answer for a wrong body is not used. Refuses
 * with every wrong field of both, and at once what is of the wrong JSON type (docs/contract/conventions.md#wrong-fields).
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

import type { Column, TypeOf } from './columns.ts'

type ParamsOf<P extends readonly Column<unknown>[]> = { [K in keyof P]: TypeOf<P[K]> }
type RowOf<R extends Record<string, Column<unknown>>> = { [K in keyof R]: TypeOf<R[K]> }

/** A static SQL text with a name, so that the server plans it once, and the types of its parameters and of its row. */
export interface Statement<Params extends readonly unknown[], Row> {
  readonly name: string
  readonly text: string
  readonly params: readonly Column<unknown>[]
  readonly columns: Readonly<Record<string, Column<unknown>>>
  readonly __types?: (params: Params) => Row
}

/** Every statement of the program by name; `test/statements.test.ts` prepares each against the migrated schema. */
export const statements = new Map<string, Statement<readonly unknown[], unknown>>()

/**
 * Declares a statement. `params` are the types of $1, $2, … in order, `row` the columns it answers. Names are unique over the
 * whole program; the text is fixed and never assembled from input.
 */
export function defineStatement<
  const P extends readonly Column<unknown>[],
  R extends Record<string, Column<unknown>> = Record<never, never>,
>(name: string, params: P, row: R, text: string): Statement<ParamsOf<P>, RowOf<R>> {
  if (statements.has(name)) throw new Error(`two statements are named ${name}`)
  const statement = { name, text, params, columns: row }
  statements.set(name, statement)
  return statement
}

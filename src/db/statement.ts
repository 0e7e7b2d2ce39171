import type { Column, RowOf, TypeOf } from './columns.ts'

type ColumnsByName = Readonly<Record<string, Column<unknown>>>
/** The values of columns by name: of a row, of a record, of parameters. */
type TupleOf<P extends readonly Column<unknown>[]> = { [K in keyof P]: TypeOf<P[K]> }

/** A static SQL text with a name, so that the server plans it once, and the types of its parameters and of its row. */
export interface Statement<Params, Row> {
  readonly name: string
  /** As it is sent: with $1, $2, … */
  readonly text: string
  /** The names of $1, $2, … in order; undefined where they have none. */
  readonly names: readonly string[] | undefined
  readonly params: readonly Column<unknown>[]
  readonly columns: ColumnsByName
  /** Reads whole tables: it is planned as the server sees fit, anew each time, and not like what finds few rows by an index. */
  readonly isReport: boolean
  readonly __types?: (params: Params) => Row
}

/** Every statement of the program by name; `test/statements.test.ts` prepares each against the migrated schema. */
export const statements = new Map<string, Statement<never, unknown>>()

/**
 * Declares a statement. `params` are its parameters by name, each written `:name` in the text, `row` the columns it answers.
 * Names of statements are unique over the whole program; the text is fixed and never assembled from input. Throws when the
 * text names a parameter that is not declared, or does not use one that is.
 */
export function defineStatement<P extends ColumnsByName, R extends ColumnsByName = Record<never, never>>(
  name: string,
  params: P,
  row: R,
  text: string,
): Statement<RowOf<P>, RowOf<R>>
export function defineStatement<
  const P extends readonly Column<unknown>[],
  R extends ColumnsByName = Record<never, never>,
>(name: string, params: P, row: R, text: string): Statement<TupleOf<P>, RowOf<R>>
export function defineStatement(
  name: string,
  params: ColumnsByName | readonly Column<unknown>[],
  row: ColumnsByName,
  text: string,
): Statement<never, unknown> {
  if (statements.has(name)) throw new Error(`two statements are named ${name}`)
  const statement = Array.isArray(params)
    ? { name, text, names: undefined, params, columns: row, isReport: false }
    : {
        name,
        ...numbered(name, Object.keys(params), text),
        params: Object.values(params),
        columns: row,
        isReport: false,
      }
  statements.set(name, statement)
  return statement
}

/** Declares a statement that reads or counts whole tables, for the doctor and other reports: planned without the limits that others have. */
export function defineReport<P extends ColumnsByName, R extends ColumnsByName = Record<never, never>>(
  name: string,
  params: P,
  row: R,
  text: string,
): Statement<RowOf<P>, RowOf<R>> {
  const statement = { ...defineStatement(name, params, row, text), isReport: true }
  statements.set(name, statement)
  return statement
}

// `::` is a cast, and no parameter.
const named = /(?<![:\w]):([a-z]\w*)/gi

function numbered(statement: string, names: readonly string[], text: string) {
  const used = new Set<string>()
  const sent = text.replaceAll(named, (_, name: string) => {
    if (!names.includes(name)) throw new Error(`${statement} uses :${name}, which is not declared`)
    used.add(name)
    return `$${names.indexOf(name) + 1}`
  })
  const unused = names.filter((name) => !used.has(name))
  if (unused.length > 0) throw new Error(`${statement} declares :${unused.join(', :')} and does not use it`)
  return { text: sent, names }
}

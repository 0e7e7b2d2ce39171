import type { Column, RowOf } from './columns.ts'

type ColumnsByName = Readonly<Record<string, Column<unknown>>>

/** A static SQL text with a name, so that the server plans it once, and the types of its parameters and of its row. */
export interface Statement<Params, Row> {
  readonly name: string
  /** As it is sent: with $1, $2, … */
  readonly text: string
  /** $1, $2, … in order, with their names. */
  readonly params: readonly (readonly [name: string, column: Column<unknown>])[]
  readonly columns: ColumnsByName
  /**
   * Reads whole tables: it is planned as the server sees fit, anew each time, and not like what finds few rows by an
   * index.
   */
  readonly isReport: boolean
  readonly __types?: (params: Params) => Row
}

/** Every statement of the program by name; `test/statements.test.ts` prepares each against the migrated schema. */
export const statements = new Map<string, Statement<never, unknown>>()

/**
 * Declares a statement. `params` are its parameters by name, each written `:name` in the text, `row` the columns it
 * answers. Names of statements are unique over the whole program; the text is fixed and never assembled from input.
 * Throws when the text names a parameter that is not declared, or does not use one that is.
 */
export function defineStatement<P extends ColumnsByName, R extends ColumnsByName = Record<never, never>>(
  name: string,
  params: P,
  row: R,
  text: string,
): Statement<RowOf<P>, RowOf<R>> {
  return define(name, params, row, text, false)
}

/**
 * Declares a statement that reads or counts whole tables, for the doctor and other reports: planned without the
 * limits of others.
 */
export function defineReport<P extends ColumnsByName, R extends ColumnsByName = Record<never, never>>(
  name: string,
  params: P,
  row: R,
  text: string,
): Statement<RowOf<P>, RowOf<R>> {
  return define(name, params, row, text, true)
}

function define(name: string, params: ColumnsByName, columns: ColumnsByName, text: string, isReport: boolean) {
  if (statements.has(name)) throw new Error(`two statements are named ${name}`)
  const sent = numbered(name, Object.keys(params), text)
  const statement = { name, params: Object.entries(params), columns, text: sent, isReport }
  statements.set(name, statement)
  return statement
}

// `::` is a cast, and no parameter.
const named = /(?<![:\w]):([a-z]\w*)/gi

function numbered(statement: string, names: readonly string[], text: string): string {
  const used = new Set<string>()
  const sent = text.replaceAll(named, (_, name: string) => {
    if (!names.includes(name)) throw new Error(`${statement} uses :${name}, which is not declared`)
    used.add(name)
    return `$${names.indexOf(name) + 1}`
  })
  const unused = names.filter((name) => !used.has(name))
  if (unused.length > 0) throw new Error(`${statement} declares :${unused.join(', :')} and does not use it`)
  return sent
}

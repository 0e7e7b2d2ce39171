import { formatMilliseconds, type Instant } from '../base/times.ts'

/** The type of a column or parameter: its name in PostgreSQL, and its TypeScript type. */
export interface Column<T> {
  readonly pg: string
  readonly nullable: boolean
  /** Returns the form that `pg` sends of a value that is not null. Undefined: the value itself. */
  readonly encode: ((value: never) => unknown) | undefined
  readonly __type?: T
}

export type TypeOf<C> = C extends Column<infer T> ? T : never

/** The row of these columns, or the values of these parameters. */
export type RowOf<C extends Readonly<Record<string, Column<unknown>>>> = { readonly [K in keyof C]: TypeOf<C[K]> }

function column<T>(pg: string, encode?: (value: T) => unknown): Column<T> {
  return { pg, nullable: false, encode }
}

export const uuid = column<string>('uuid')
export const text = column<string>('text')
export const int4 = column<number>('int4')
export const int8 = column<bigint>('int8', String)
export const bool = column<boolean>('bool')
export const bytea = column<Buffer>('bytea')
export const timestamptz = column<Instant>('timestamptz', formatMilliseconds)

/** A json column whose value is trusted to have the shape T, because only this service writes it. */
export function json<T>(): Column<T> {
  return column<T>('json', JSON.stringify)
}

export function array<T>(element: Column<T>): Column<readonly T[]> {
  const { pg, encode } = element
  return column(`_${pg}`, encode && ((values) => values.map((value) => encodeValue(element, value))))
}

/** Returns the column with null allowed. */
export function nullable<T>(of: Column<T>): Column<T | null> {
  return { pg: of.pg, nullable: true, encode: of.encode }
}

/** Returns the value in the form that `pg` sends, by the column's type. */
export function encodeValue<T>({ encode }: Column<T>, value: T | null | undefined): unknown {
  if (value === null || value === undefined) return null
  return encode === undefined ? value : encode(value as never)
}

/** Rows that a statement gets as one JSON parameter and reads by `json_to_recordset(:name) as alias (…)`. */
export interface RecordsColumn<T> extends Column<readonly T[]> {
  /** The columns of a record, for the brackets of `json_to_recordset`. */
  readonly definition: string
}

/**
 * Declares such rows: the TypeScript type, the JSON form of each value, and the columns' definition in SQL. Declare
 * a large value as text and cast it where it is stored: then the server parses it once.
 */
export function records<C extends Readonly<Record<string, Column<unknown>>>>(record: C): RecordsColumn<RowOf<C>> {
  const columns = Object.entries(record)
  const encodeRow = (row: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const members: Record<string, unknown> = {}
    // A value of type json becomes part of the JSON, not a text in it.
    for (const [name, of] of columns) members[name] = of.pg === 'json' ? row[name] : encodeValue(of, row[name])
    return members
  }
  const encode = (rows: readonly RowOf<C>[]): string => JSON.stringify(rows.map(encodeRow))
  return { ...column('json', encode), definition: columns.map(([name, { pg }]) => `${name} ${pg}`).join(', ') }
}

type Columns = Readonly<Record<string, Column<unknown>>>

/** Returns SQL: the columns' names, with the alias if given, for `select`, `insert` and `returning`. */
export function columnList(columns: Columns, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`
  return Object.keys(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ')
}

/** Returns SQL: a parameter for each column, with the column's name, for `values`. */
export function paramList(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `:${name}`)
    .join(', ')
}

/** Returns SQL: assignments of all columns from the alias, for `update … set`. */
export function assignmentList(columns: Columns, alias: string): string {
  return Object.keys(columns)
    .map((name) => `${name} = ${alias}.${name}`)
    .join(', ')
}

/**
 * Many rows of a report as JSON, with an array for each column. It costs the server a quarter of an object for each
 * row.
 */
export type JsonColumns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] | null }

/** Returns SQL: an aggregate of rows as `JsonColumns`, in no order, with an expression for each name. */
export function jsonColumns<Row>(expressions: { readonly [Name in keyof Row]: string }): string {
  const members = Object.entries<string>(expressions).map(([name, expression]) => `'${name}', array_agg(${expression})`)
  return `json_build_object(${members.join(', ')})`
}

/** Returns the rows of `JsonColumns`. */
export function rowsFrom<Row>(columns: JsonColumns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[]
  const [first] = names
  const rows = first === undefined ? [] : (columns[first] ?? [])
  return rows.map((_, index) => {
    const row: Partial<Row> = {}
    for (const name of names) row[name] = columns[name]?.[index] as Row[keyof Row]
    return row as Row
  })
}

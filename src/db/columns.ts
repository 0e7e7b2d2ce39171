import type { Instant } from '../base/times.ts'

/** A column or parameter type: what PostgreSQL calls it, and (in the type only) what TypeScript gets. */
export interface Column<T> {
  readonly pg: string
  readonly nullable: boolean
  readonly __type?: T
}

export type TypeOf<C> = C extends Column<infer T> ? T : never

/** A row of these columns, or the values of these parameters. */
export type RowOf<C extends Readonly<Record<string, Column<unknown>>>> = { readonly [K in keyof C]: TypeOf<C[K]> }

function column<T>(pg: string): Column<T> {
  return { pg, nullable: false }
}

export const uuid = column<string>('uuid')
export const text = column<string>('text')
export const int4 = column<number>('int4')
export const int8 = column<bigint>('int8')
export const bool = column<boolean>('bool')
export const bytea = column<Buffer>('bytea')
export const timestamptz = column<Instant>('timestamptz')

/** A json column whose value is trusted to have the shape T, because only this service writes it. */
export function json<T>(): Column<T> {
  return column<T>('json')
}

export function array<T>(element: Column<T>): Column<readonly T[]> {
  return column<readonly T[]>(`_${element.pg}`)
}

/** The same column where null may stand. */
export function nullable<T>(of: Column<T>): Column<T | null> {
  return { pg: of.pg, nullable: true }
}

/** Rows that are handed to a statement as one JSON parameter, and read in it by `json_to_recordset(:name) as alias (…)`. */
export interface RecordsColumn<T> extends Column<readonly T[]> {
  /** The columns of a record, for the brackets of `json_to_recordset`. */
  readonly definition: string
  readonly record: readonly (readonly [name: string, column: Column<unknown>])[]
}

/** Declares such rows once: their TypeScript type, how each value is written as JSON, and the columns' definition in SQL. */
export function records<C extends Readonly<Record<string, Column<unknown>>>>(record: C): RecordsColumn<RowOf<C>> {
  const columns = Object.entries(record)
  const definition = columns.map(([name, { pg }]) => `${name} ${pg}`).join(', ')
  return { pg: 'json', nullable: false, record: columns, definition }
}

import type { Column, TypeOf } from './columns.ts'

type Columns = Readonly<Record<string, Column<unknown>>>

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [K in keyof C]: TypeOf<C[K]> }

/** SQL: the columns' names, of this alias if one is said, for `select`, `insert` and `returning`. */
export function columnList(columns: Columns, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`
  return Object.keys(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ')
}

/** SQL: a parameter for each column, of the column's name, for `values`. */
export function paramList(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `:${name}`)
    .join(', ')
}

/** SQL: every column as the row would have been inserted, for `on conflict do update set`. */
export function excludedList(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')
}

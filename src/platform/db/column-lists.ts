import type { Column } from './columns.ts'

type Columns = Readonly<Record<string, Column<unknown>>>

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

/** SQL: every column as it stands in this alias, for `update … set`. */
export function assignmentList(columns: Columns, alias: string): string {
  return Object.keys(columns)
    .map((name) => `${name} = ${alias}.${name}`)
    .join(', ')
}

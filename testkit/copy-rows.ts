import type { Query } from './query.ts'

/** Copies of rows of one table: the rows, the number of copies, and the columns that differ. */
export interface RowCopies {
  readonly table: string
  /** An SQL condition on `original`. */
  readonly where: string
  readonly count: number
  /** An SQL expression for each column that differs: `n` is the copy's number from 1, `original` the copied row. */
  readonly set: Readonly<Record<string, string>>
}

/** Copies rows directly in the database, in one statement: fast for many thousands. Throws if no row matches. */
export async function copyRows(query: Query, { table, where, count, set }: RowCopies): Promise<void> {
  const columns = await query(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER' and is_identity = 'NO'`,
  )
  const names = columns.map(({ name }) => String(name))
  const unknown = Object.keys(set).filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`)
  const values = names.map((name) => set[name] ?? `original.${name}`)
  const copies = await query(
    `with copied as (
       insert into ${table} (${names.join(', ')})
       select ${values.join(', ')} from ${table} as original cross join generate_series(1, ${count}) as n where ${where}
       returning 1
     ) select count(*)::int4 as rows from copied`,
  )
  if (Number(copies[0]?.['rows']) < count) throw new Error(`there is nothing to copy in ${table} where ${where}`)
}

/** SQL for the id of the nth copy, the same in every table. */
export function copyId(label: string): string {
  return `md5('${label} ' || n)::uuid`
}

import { array, int8, text } from './columns.ts'
import type { Queryable } from './db.ts'
import { defineStatement } from './statement.ts'

const estimates = defineStatement(
  'estimate_rows',
  { tables: array(text) },
  { name: text, rows: int8 },
  `select relname::text as name, greatest(reltuples, 0)::int8 as rows from pg_class
   where oid = any(:tables::text[]::regclass[])`,
)

/** Returns the estimated number of rows of each table, by the server's statistics. For showing progress only. */
export async function estimateRows(on: Queryable, tables: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await on.run(estimates, { tables })
  return new Map(rows.map(({ name, rows: estimated }) => [name, Number(estimated)]))
}

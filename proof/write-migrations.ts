import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const own = join(import.meta.dirname, '..', 'src', 'platform', 'db', 'migrations')

/** The tables that every call of the load reads or writes. */
const hot = ['payments', 'payment_timeline', 'ledger_entries', 'sessions']

/** Makes a folder with this version's migrations. */
export function copyMigrations(folder: string): void {
  cpSync(own, folder, { recursive: true })
}

/**
 * Adds migrations that a later version may have: a column for each of the most used tables, an index that is built
 * concurrently, and a table. Returns their number.
 */
export function writeLaterMigrations(folder: string, number: number): number {
  const column = `later_${number}`
  const added = [
    ...hot.map((table) => `alter table ${table} add column ${column} text not null default '';\n`),
    `-- Outside of a transaction.\ncreate index concurrently later_index_${number} on payments (merchant_id, ${column});\n`,
    `create table later_table_${number} (merchant_id uuid primary key);\ngrant select on later_table_${number} to qist_service;\n`,
  ]
  for (const [index, sql] of added.entries()) {
    writeFileSync(join(folder, `9${String(number).padStart(3, '0')}-${index}.sql`), sql)
  }
  return added.length
}

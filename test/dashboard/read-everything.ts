import type { TestDatabase } from '../support/database.ts'

/**
 * Returns all rows, except the logs of reads, the public keys, which a first signature adds, and the ledger's and the
 * journal's, which a read may seal, book and number.
 */
export async function readEverything(database: TestDatabase): Promise<string> {
  const own = `'person_sessions', 'agent_sessions', 'activities', 'migrations', 'sign_in_failures', 'deliveries', 'delivery_attempts',
    'unsealed_entries', 'ledger_seals', 'ledger_chains', 'pending_settlements', 'settlement_lines', 'journals', 'journal_entries', 'signing_keys'`
  const tables = await database.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in (${own}) order by 1`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const [row] = await database.query(
      `select md5(coalesce(string_agg(md5(row::text), ' ' order by md5(row::text)), '')) as hash from ${name} as row`,
    )
    parts.push(`${name} ${row?.['hash']}`)
  }
  return parts.join('\n')
}

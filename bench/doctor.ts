import { formatUrl } from '../src/platform/db/connection.ts'
import { runQist } from '../testkit/command.ts'
import type { Figure } from './measure.ts'
import { moneyTables, writeMoney } from './money-seed.ts'
import type { TestEnvironment } from './test-environment.ts'

// Reads each column of each row once; large values stay in their own storage.
const readOnce = moneyTables.map((table) => `select pg_column_size(${table}.*)::int8 as bytes from ${table}`)
const readEveryRow = `select sum(bytes) from (${readOnce.join(' union all ')}) as row`

/** Measures the doctor on `payments` payments with all their money, as its own process. */
export async function benchDoctor(
  { app, query, connection, folder }: TestEnvironment,
  payments: number,
): Promise<Figure[]> {
  await writeMoney(app, query, payments)
  const startedAt = performance.now()
  const { code, stdout } = await runQist(formatUrl(connection), folder, 'doctor')
  const seconds = (performance.now() - startedAt) / 1_000
  if (code !== 0)
    throw new Error(`the doctor found something in what the bench has written:\n${stdout.slice(0, 2_000)}`)
  const readAt = performance.now()
  await query(readEveryRow)
  const limit = { name: 'its rows read once by the server', value: (performance.now() - readAt) / 1_000 }
  const name = `doctor over ${payments.toLocaleString('en')} payments`
  return [{ name, unit: 's', value: seconds, limit, ...(payments >= 1_000_000 ? { goal: { atMost: 300 } } : {}) }]
}

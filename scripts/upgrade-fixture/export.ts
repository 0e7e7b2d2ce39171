import assert from 'node:assert/strict'
import { succeed } from '../../testkit/client.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import type { Street } from './street.ts'

/** The service's answer for one path, by caller. */
interface PathAnswer {
  readonly key: string
  readonly region: 'uae' | 'ksa'
  readonly path: string
  readonly body: unknown
}

/** Returns lines of JSON: the time, the service's answers, then every table that has rows. */
export async function exportAll(street: Street): Promise<string[]> {
  const { api } = street
  const paths = await listPaths(street)
  // A first read may settle due work. The exported answers are those after it.
  await answersTo(street, paths)
  const answers = await answersTo(street, paths)
  const tables = await exportTables(street)
  assert.deepEqual(await answersTo(street, paths), answers)
  const now = new Date(api.service.clock.now()).toISOString()
  return [JSON.stringify({ now }), ...answers.map((answer) => JSON.stringify(answer)), ...tables]
}

const demo = { 'Demo UAE': ['uae', 1], 'Other UAE': ['uae', 2], 'Demo KSA': ['ksa', 3] } as const

async function listPaths({ api }: Street): Promise<Omit<PathAnswer, 'body'>[]> {
  const rows = await api.service.database.query(
    `select merchant.name, payment.is_test, '/api/v2/payments/' || payment.id as path
     from payments as payment join merchants as merchant using (merchant_id)
     union all
     select merchant.name, payment.is_test, '/sandbox/payments/' || id || '/plan'
     from collections as payment join merchants as merchant using (merchant_id)
     union all
     select merchant.name, false, '/api/v1/disputes/' || id
     from disputes join merchants as merchant using (merchant_id)
     order by 1, 2, 3`,
  )
  return rows.map(({ name, is_test, path }) => {
    const [region, digit] = demo[name as keyof typeof demo]
    return { key: `${is_test ? 'test' : 'live'} ${digit}`, region, path: String(path) }
  })
}

async function answersTo({ api }: Street, paths: readonly Omit<PathAnswer, 'body'>[]): Promise<PathAnswer[]> {
  const answers: PathAnswer[] = []
  for (const { key, region, path } of paths) {
    const [mode, digit] = key.split(' ')
    const demo = demoKey(Number(digit) as 1 | 2 | 3, mode === 'test' ? 'sk_test_' : 'sk_')
    const shop = openShop(api.service.urls[region], demo)
    answers.push({ key, region, path, body: succeed(await shop.call('GET', path)).body })
  }
  return answers
}

/** Returns, for each table, its columns, then a line for each row. Generated columns are omitted. */
async function exportTables({ api }: Street): Promise<string[]> {
  const { database } = api.service
  const tables = await database.query(
    `select table_name as name, json_agg(column_name order by ordinal_position) as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name not in ('migrations') group by 1 order by 1`,
  )
  const lines: string[] = []
  for (const { name, columns } of tables as { name: string; columns: string[] }[]) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    const rows = await database.query(`select json_build_array(${list}) as row from ${name} order by ${name}::text`)
    if (rows.length > 0) lines.push(JSON.stringify({ table: name, columns }))
    lines.push(...rows.map(({ row }) => JSON.stringify(row)))
  }
  return lines
}

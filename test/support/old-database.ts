import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { openDb } from '../../src/platform/db/db.ts'
import { migrateDb } from '../../src/platform/db/migrate.ts'
import { statementsOf } from '../../src/platform/db/migration-files.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import type { TestService } from './service.ts'

/** The data of the version before the chart of accounts; written once by that version (`scripts/upgrade-fixture/`). */
export interface Fixture {
  /** When it was written, by the machine's clock. */
  readonly now: number
  readonly answers: readonly FixtureAnswer[]
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly rows: unknown[][] }[]
}

/** Its answers to a demo merchant; `key`: `test 1` is the first merchant's test key. */
export interface FixtureAnswer {
  readonly key: string
  readonly region: 'uae' | 'ksa'
  readonly path: string
  readonly body: unknown
}

/** The key that encrypts its secrets. */
export const fixtureSecretsKey = '5e'.repeat(32)
const lastMigration = '0095-risk-rules.sql'
const root = join(import.meta.dirname, '..', '..')

export function readFixture(): Fixture {
  const packed = readFileSync(join(root, 'test/fixtures/before-chart-of-accounts.jsonl.gz'))
  const lines = gunzipSync(packed).toString('utf8').trim().split('\n')
  const tables: Fixture['tables'][number][] = []
  const answers: FixtureAnswer[] = []
  let now = 0
  for (const line of lines) {
    const read = JSON.parse(line)
    if (Array.isArray(read)) tables.at(-1)?.rows.push(read)
    else if ('table' in read) tables.push({ name: read.table, columns: read.columns, rows: [] })
    else if ('path' in read) answers.push(read)
    else now = Date.parse(read.now)
  }
  return { now, answers, tables }
}

export interface OldDatabase extends TestDatabase {
  readonly fixture: Fixture
  /** Migrates it, as this version does at its start. */
  migrate(): Promise<void>
}

/** A database as the earlier version left it. `copies`: further copies of all rows that belong to a payment. */
export async function openOldDatabase(options: { readonly copies?: number } = {}): Promise<OldDatabase> {
  const { copies = 0 } = options
  const database = await openTestDatabase()
  const fixture = readFixture()
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    // The fixture lists rows table by table, so foreign keys are checked at the end.
    await client.query(
      'set session_replication_role = replica; set synchronous_commit = off; drop schema public cascade; create schema public',
    )
    await migrateToThen(client)
    for (const table of fixture.tables) await fill(client, table)
    if (copies > 0) await multiply(client, copies)
    await client.query('analyze')
  } finally {
    await client.end()
  }
  const migrate = async (): Promise<void> => {
    const owner = openDb({ connection: database.connection, connections: 2, rights: 'owner' })
    await migrateDb(owner).finally(() => owner.close())
  }
  return { ...database, fixture, migrate }
}

async function migrateToThen(client: pg.Client): Promise<void> {
  await client.query('create table migrations (name text primary key)')
  for (const path of globSync('src/platform/db/migrations/*.sql', { cwd: root }).sort()) {
    const name = path.split('/').at(-1) ?? ''
    if (name > lastMigration) continue
    for (const statement of statementsOf(readFileSync(join(root, path), 'utf8'))) await client.query(statement)
    await client.query('insert into migrations values ($1)', [name])
  }
}

async function fill(client: pg.Client, { name, columns, rows }: Fixture['tables'][number]): Promise<void> {
  const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
  await client.query(
    `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`,
    [JSON.stringify(records)],
  )
}

/** Columns that belong to a merchant and not to a payment. */
const notMultiplied = [
  ...['migrations', 'merchants', 'stores', 'keys', 'webhooks', 'signing_secrets', 'risk_rules', 'risk_blocks'],
  ...['saved_cards', 'payment_counts', 'outbox_messages', 'message_quotas', 'customer_sessions', 'customer_sign_ins'],
]
const kept = ['merchant_id', 'store_id', 'webhook_id']

// In each copy every id of a payment and of its rows is replaced by a new one; the order of ids is preserved.
async function multiply(client: pg.Client, copies: number): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: Record<string, string> }>(
    `select table_name as name, json_object_agg(column_name, udt_name order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'
     group by 1 having not table_name = any ($1)`,
    [notMultiplied],
  )
  for (const { name, columns } of rows) {
    const withIds = Object.keys(columns).map(
      (column) => `bool_or(${column}::text ~ '${idPattern.source}') as ${column}`,
    )
    const [has = {}] = (await client.query(`select ${withIds} from ${name}`)).rows
    const copied = Object.entries(columns).map(([column, type]) => {
      return kept.includes(column) || !has[column] ? column : copyOf(column, type)
    })
    await client.query(
      `insert into ${name} (${Object.keys(columns)}) select ${copied} from ${name} cross join generate_series(1, ${copies}) as copy`,
    )
  }
  await client.query(`update payment_counts set count = count * ${copies + 1}`)
}

const copyTail = `lpad(to_hex(copy), 8, '0')`

function copyOf(column: string, type: string): string {
  switch (type) {
    case 'uuid':
      return `overlay(${column}::text placing ${copyTail} from 29)::uuid`
    case '_uuid':
      return `array(select overlay(id::text placing ${copyTail} from 29)::uuid from unnest(${column}) as id)`
    case 'json':
    case 'text':
      return `regexp_replace(${column}::text, '${idPattern.source}', '\\1' || ${copyTail}, 'g')::${type}`
    default:
      return column
  }
}

const idPattern = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})[0-9a-f]{8}/

/** The earlier version's expected answer for this copy. */
export function answerOfCopy(answer: FixtureAnswer, copy: number): FixtureAnswer {
  const tail = copy.toString(16).padStart(8, '0')
  return JSON.parse(JSON.stringify(answer).replaceAll(new RegExp(idPattern, 'g'), `$1${tail}`))
}

/** The shop that received the answer. */
export function shopOf({ urls }: TestService, { key, region }: FixtureAnswer): Shop {
  const [mode, digit] = key.split(' ')
  return openShop(urls[region], demoKey(Number(digit) as 1 | 2 | 3, mode === 'test' ? 'sk_test_' : 'sk_'))
}

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { holdRows } from '../../testkit/held-rows.ts'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { retry } from '../../testkit/timeouts.ts'
import { type OldDatabase, openOldDatabase } from '../support/old-database.ts'
import { cleanUp } from '../support/service-process.ts'
import { contentsOf, tablesOf, wrongBooks } from '../support/upgrade-books.ts'

const program = join(import.meta.dirname, '../support/migrating-process.ts')
const startMigrating = ({ url }: OldDatabase): RunningProcess =>
  startProcess(program, [], { env: { ...process.env, DATABASE_URL: url } })

/** An old database, with a check that its migrations are complete. */
async function openWatched() {
  const old = await openOldDatabase()
  cleanUp(() => old.close())
  const tables = await tablesOf(old.query)
  const contents = await contentsOf(old.query, tables)
  return {
    old,
    async assertWhole() {
      assert.deepEqual(await contentsOf(old.query, tables), contents)
      assert.deepEqual(await wrongBooks(old.query), [])
      const openings = `select count(*)::int from ledger_entries where cause = 'opening'`
      const waiting = `select 2 * count(*)::int as count from returns where state = 'waiting'`
      assert.deepEqual(await old.query(openings), await old.query(waiting))
    },
  }
}

test('two processes that migrate at once migrate once', async () => {
  const { old, assertWhole } = await openWatched()
  const processes = [startMigrating(old), startMigrating(old)]
  for (const one of processes) assert.equal(await one.waitForEnd(), 0, one.lines.join('\n'))
  await assertWhole()
})

test('a process that is killed during any migration is continued by the next one', async () => {
  const { old, assertWhole } = await openWatched()
  const reached = async (): Promise<number> => (await old.query('select name from migrations')).length
  const places: number[] = []
  for (const table of ['ledger_entries', 'returns', 'stores', 'due_retries']) {
    const held = await holdRows(old.connection, `lock table ${table} in access exclusive mode`)
    const killed = startMigrating(old)
    await retry(`it waits for ${table}`, async () => (await held.waiting()).length > 0)
    places.push(await reached())
    killed.kill('SIGKILL')
    await killed.waitForEnd()
    await held.release()
  }
  assert.ok((places.at(-1) ?? 0) > (places[0] ?? 0), `${places}`)
  await old.migrate()
  await assertWhole()
})

test('an idle process of the earlier version blocks nothing and can no longer move money', async () => {
  const { old, assertWhole } = await openWatched()
  const client = new pg.Client(old.connection)
  await client.connect()
  const [payment] = await old.query('select merchant_id, id from payments where captured_minor > 0 limit 1')
  const post = {
    name: 'save_payments',
    text: `insert into ledger_entries (merchant_id, payment_id, version, account, cause, currency, amount_minor, at)
      values ($1, $2, 99, 'cash', 'installment', 'AED', 1, now())`,
    values: [payment?.['merchant_id'], payment?.['id']],
  }
  const confirm = `update returns set state = 'confirmed', resolve_at = null where state = 'waiting'`
  // As a service that has run for a while: its statements are prepared.
  await client.query('begin')
  await client.query(post)
  await client.query(confirm)
  await client.query('rollback')
  await old.migrate()
  await assert.rejects(client.query(post), /payment_id/)
  await assert.rejects(client.query(confirm), /returns_settled/)
  await client.end()
  await assertWhole()
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runQist } from '../../testkit/command.ts'
import { openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import type { Planted } from './planted.ts'
import { plantedInCounts } from './planted-in-counts.ts'
import { payLink, plantedInLinks } from './planted-in-links.ts'
import { plantedInPayments } from './planted-in-payments.ts'
import { plantedInSettlements } from './planted-in-settlements.ts'
import { type History, writeHistory } from './written-history.ts'

const api = await openTestApi()
const { service } = api
const { database } = service
after(() => api.close())
let history: History
before(async () => {
  history = await writeHistory(api)
  await payLink(service, history)
})

test('before any planted error the doctor finds nothing', async () => {
  assert.deepEqual(await askDoctor(service.app), [])
})

const plantedErrors = { ...plantedInPayments, ...plantedInSettlements, ...plantedInCounts, ...plantedInLinks }

describe('the doctor finds and names', () => {
  for (const [what, planted] of Object.entries(plantedErrors)) {
    test(what, async () => {
      await withPlanted(planted(history), async ({ says }) => {
        const sentences = await askDoctor(service.app)
        assert.ok(
          sentences.some((sentence) => says.test(sentence) && sentence.includes(history.merchantId)),
          `no ${says} in\n${sentences.join('\n')}`,
        )
      })
      assert.deepEqual(await askDoctor(service.app), [])
    })
  }
})

test('there are many planted errors, of different kinds', () => {
  assert.ok(Object.keys(plantedErrors).length >= 40)
})

const doctor = (...args: string[]) => runQist(database.url, service.app.config.dataDir, 'doctor', ...args)

test('a chain without its last seals is found by the expected head', async () => {
  const { stdout, code } = await doctor('--json')
  const { heads, findings } = JSON.parse(stdout)
  assert.deepEqual([code, findings], [0, []])
  const head = heads.find(({ merchant_id }: { merchant_id: string }) => merchant_id === history.merchantId)
  assert.equal((await doctor('--expect-head', head.hash)).code, 0)
  // The last seal is deleted and its entries are marked as unsealed. Only the expected head reveals it.
  const cut = `delete from ledger_seals where merchant_id = '${history.merchantId}' and number = ${head.number};
    insert into unsealed_entries (merchant_id, source_id, version)
    select merchant_id, change.* from kept_ledger_seals cross join lateral unnest(source_ids, versions) as change
    where merchant_id = '${history.merchantId}' and number = ${head.number};
    delete from settlement_lines where merchant_id = '${history.merchantId}' and settlement_id in (
      select id from pending_settlements where state = 'open');
    delete from pending_settlements where state = 'open'`
  await withPlanted({ sql: cut, says: /./ }, async () => {
    assert.deepEqual(await askDoctor(service.app), [])
    const found = await doctor('--expect-head', 'ab'.repeat(32), '--expect-head', head.hash)
    assert.equal(found.code, 1)
    assert.ok(found.stdout.includes(`No chain has the seal ${head.hash}: its end was cut off\n`), found.stdout)
    assert.ok(found.stdout.includes(`No chain has the seal ${'ab'.repeat(32)}`))
    assert.ok(found.stdout.endsWith('2 things do not agree.\n'))
    assert.deepEqual(JSON.parse((await doctor('--json', '--expect-head', head.hash)).stdout).missing_heads, [head.hash])
  })
})

test('a head that is not a hash is refused', async () => {
  for (const hash of ['', 'ab', 'xy'.repeat(32), 'ab'.repeat(33)]) {
    const { code, stderr } = await doctor('--expect-head', hash)
    assert.equal(code, 1)
    assert.match(stderr, /Not a seal: 64 hexadecimal digits/)
  }
})

test('the doctor prints its counts, and that everything agrees', async () => {
  const { stdout, code } = await doctor()
  assert.match(stdout, /^\d+ payments examined, 0 do not agree\n/)
  assert.match(stdout, /\n\d+ ledger entries examined, 0 do not agree\n/)
  assert.ok(stdout.endsWith('Everything agrees.\n'))
  assert.equal(code, 0)
  const { examined, plans, checks, wrong } = JSON.parse((await doctor('--json')).stdout)
  assert.deepEqual(checks[0], { name: 'payments', examined, wrong: 0 })
  assert.deepEqual(checks[1], { name: 'plans', examined: plans, wrong: 0 })
  const nothing = checks.filter((check: { examined: number }) => check.examined === 0)
  assert.deepEqual([checks.length, nothing, wrong], [12, [], 0])
})

/** Runs the work while an error is planted, then restores all rows. */
async function withPlanted(planted: Planted, work: (planted: Planted) => Promise<void>): Promise<void> {
  const named = planted.sql.matchAll(/\b(?:update|delete from|insert into) (\w+)/g)
  const tables = [...new Set([...named].map(([, table = '']) => table))]
  await database.query(tables.map((table) => `create table kept_${table} as table ${table};`).join(''))
  await database.query(planted.sql)
  try {
    await work(planted)
  } finally {
    for (const table of tables) await putBack(table)
    if (planted.undo !== undefined) await database.query(planted.undo)
  }
}

// Generated columns cannot be written.
async function putBack(table: string): Promise<void> {
  const rows = await database.query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
     where table_name = '${table}' and is_generated = 'NEVER'`,
  )
  const columns = rows[0]?.['columns']
  await database.query(
    `truncate ${table}; insert into ${table} (${columns}) select ${columns} from kept_${table}; drop table kept_${table}`,
  )
}

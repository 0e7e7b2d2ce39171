import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findClosed, findOpen } from '../src/money/settlements/store/settlements.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { type PlanStep, planSteps } from './support/plan-steps.ts'

let database: TestDatabase
const [merchantId, storeId] = [randomUUID(), randomUUID()]
const days = 3_000
let lastId: string

before(async () => {
  database = await openTestDatabase()
  const of = `'${merchantId}', gen_random_uuid(), '${storeId}', true, 'AED', date '2026-03-01' - n`
  await database.query(
    `insert into merchants (merchant_id, name, region, created_at) values ('${merchantId}', 'Old', 'uae', now());
     insert into stores (merchant_id, id, merchant_code, code_key, name, country, currency, is_default, smallest_order_minor,
       largest_order_minor, created_at)
     values ('${merchantId}', '${storeId}', 'old', 'old', 'Old', 'AE', 'AED', true, 100, 100000, now());
     insert into settlements (merchant_id, id, store_id, is_test, currency, date, ends_at, closed_at, lines, captures_minor, refunds_minor,
       dispute_refunds_minor, fees_minor, vat_minor, net_minor, seal_number, seal_hash)
     select ${of}, date '2026-03-02' - n, now(), 1, 100, 0, 0, 0, 0, 100, 1, '' from generate_series(1, ${days}) as n;
     insert into pending_settlements (merchant_id, id, store_id, is_test, currency, date, state, due_at)
     select ${of}, 'open', now() from generate_series(-${days}, 0) as n;
     analyze settlements; analyze pending_settlements`,
  )
  const [row] = await database.query(`select id from settlements where date = '2026-02-28'`)
  lastId = String(row?.['id'])
})
after(() => database.close())

/** The number of settlements that were read, returned or filtered out. */
const rowsRead = (steps: readonly PlanStep[]): number =>
  steps
    .filter((step) => /^(pending_)?settlements$/.test(step['Relation Name'] ?? ''))
    .reduce((sum, step) => sum + step['Actual Rows'] * step['Actual Loops'] + (step['Rows Removed by Filter'] ?? 0), 0)

test('one of thousands of settlements is found by its id and by its day, reading no others', async () => {
  const ofMerchant = { merchantId, isTest: true }
  for (const key of [
    { id: lastId, date: null, storeId: null },
    { id: null, date: '2026-02-28', storeId },
  ]) {
    const steps = await planSteps(database, findClosed, { ...ofMerchant, ...key })
    assert.equal(rowsRead(steps), 1, steps.map((step) => step['Node Type']).join(', '))
  }
  const open = await planSteps(database, findOpen, { ...ofMerchant, id: null, date: '2026-03-01', storeId })
  assert.equal(rowsRead(open), 1, open.map((step) => step['Node Type']).join(', '))
})

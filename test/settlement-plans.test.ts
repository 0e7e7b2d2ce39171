import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { listOpenDates, sumUnpaidBefore } from '../src/money/settlements/store/months.ts'
import { findClosed, findOpen } from '../src/money/settlements/store/settlements.ts'
import { listUnpaidDays, sumUnpaidPayouts } from '../src/money/settlements/store/upcoming.ts'
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
     insert into payouts (merchant_id, id, store_id, is_test, currency, amount_minor, reference, state, created_at, paid_at)
     select '${merchantId}', gen_random_uuid(), '${storeId}', false, 'AED', 100, 'QIST' || n,
       case when n > 2 then 'paid' else 'pending' end, now(), case when n > 2 then now() end from generate_series(1, ${days}) as n;
     insert into settlement_lines (merchant_id, settlement_id, id, type, payment_id, version, order_reference, reference_id,
       created_at, amount_minor, fee_minor, vat_minor)
     select '${merchantId}', (select id from pending_settlements where date = '2026-03-01'), gen_random_uuid(), 'capture',
       gen_random_uuid(), 1, '', '', now(), 100, 0, 0 from generate_series(1, ${days}) as n;
     analyze settlements; analyze pending_settlements; analyze payouts; analyze settlement_lines`,
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

/** The number of rows of a table that were read, returned or filtered out. */
const rowsOf = (steps: readonly PlanStep[], table: string): number =>
  steps
    .filter((step) => step['Relation Name'] === table)
    .reduce((sum, step) => sum + step['Actual Rows'] * step['Actual Loops'] + (step['Rows Removed by Filter'] ?? 0), 0)

test('a month reads the open days of its dates alone, and each closed day of its store once', async () => {
  const of = { merchantId, isTest: true, storeId, first: '2026-03-01' }
  const open = await planSteps(database, listOpenDates, { ...of, last: '2026-03-31' })
  assert.equal(rowsOf(open, 'pending_settlements'), 31)
  assert.equal(rowsOf(await planSteps(database, sumUnpaidBefore, of), 'settlements'), days)
})

test('unpaid payouts are found without reading the paid ones', async () => {
  const steps = await planSteps(database, sumUnpaidPayouts, { merchantId, isTest: false })
  assert.equal(rowsOf(steps, 'payouts'), 2)
})

test('unpaid days are summed from at most the allowed lines of an open day, and from no closed day that is paid', async () => {
  // Only one day is open, as it is in life.
  await database.query(`delete from pending_settlements where date <> '2026-03-01'`)
  const steps = await planSteps(database, listUnpaidDays, { merchantId, isTest: true, maxLines: 100 })
  assert.deepEqual([rowsOf(steps, 'settlement_lines'), rowsOf(steps, 'settlements')], [101, 0])
})

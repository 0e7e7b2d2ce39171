import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { countOverdue, overdueEntries } from '../src/money/collections/store/overdue.ts'
import { findPosition, findPositionInRange } from '../src/money/payments/counted-list/store.ts'
import { countSubset, entriesOfSubset } from '../src/money/payments/search/store/subsets.ts'
import { retry } from '../testkit/timeouts.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { planSteps } from './support/plan-steps.ts'

let database: TestDatabase
const mine = randomUUID()
const busy = randomUUID()
const changed = 50_000

// Counted rows are deleted but not yet vacuumed; a few rows came since.
before(async () => {
  database = await openTestDatabase()
  await database.query('alter table payment_count_changes set (autovacuum_enabled = false)')
  const columns = 'merchant_id, is_test, store_id, currency, created_at, listed_as'
  await database.query(
    `insert into payment_count_changes (${columns})
     select merchant_id, true, gen_random_uuid(), 'AED', now() - random() * interval '1 hour', 'authorized'
     from unnest('{${busy},${mine}}'::uuid[]) as one (merchant_id), generate_series(1, ${changed})`,
  )
  await database.query(`delete from payment_count_changes where random() < 0.99`)
  await database.query('analyze payment_count_changes')
})
after(() => database.close())

const now = Date.now()
const iso = (ms: number): string => new Date(now + ms).toISOString()
const hours = 3_600_000
const parameters = { isTest: true, kinds: ['authorized', 'captured'], offset: 0, until: iso(0), now: iso(0) }
const quarters = { quartersFrom: iso(-2 * hours), quartersTo: iso(2 * hours) }
const range = { ...quarters, from: quarters.quartersFrom, to: quarters.quartersTo, daysFrom: iso(0), daysTo: iso(0) }

for (const [name, read] of Object.entries({
  'of all times': (merchantId: string) => planSteps(database, findPosition, { ...parameters, merchantId }),
  'of some hours': (merchantId: string) =>
    planSteps(database, findPositionInRange, { ...parameters, ...range, merchantId }),
})) {
  test(`a list ${name} does not read counted rows, its own or others'`, async () => {
    for (const merchantId of [randomUUID(), mine]) {
      // A deleted row is visited once after the last snapshot that could see it has ended; here the server may have one
      // itself.
      await retry('rows that are gone are left out', async () => {
        const steps = await read(merchantId)
        const walk = steps.find((step) => step['Index Name'] === 'payment_count_changes_by_merchant')
        assert.equal(walk?.['Node Type'], 'Index Scan', steps.map((step) => step['Node Type']).join(', '))
        // A page for each remaining row, and the index's own.
        return walk['Shared Hit Blocks'] < changed / 20
      })
    }
  })
}

const payments = 20_000
const few = 40
const limits = {
  storeId: null,
  createdFrom: iso(-9_000 * hours),
  createdTo: iso(hours),
  amountFrom: null,
  amountTo: null,
}

/** Payments of one merchant, of which a few are disputed, refunded and overdue. */
async function writePayments(merchantId: string): Promise<void> {
  await database.query(
    `insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, captured_minor, refunded_minor,
       order_reference, created_at, expires_at, dispute_id)
     select '${merchantId}', gen_random_uuid(), '${merchantId}', true, 1, 'CLOSED', 'AED', 100, 100, (n <= ${few})::int, 'r',
       now() - n * interval '1 minute', now(), case when n <= ${few} then gen_random_uuid() end
     from generate_series(1, ${payments}) as n`,
  )
  await database.query(
    `insert into collections (merchant_id, id, is_test, version, phone, currency, lang, authorized_at, card_token, card_brand,
       card_last_four, card_expiry_month, card_expiry_year, card_since, network_reference, is_failing)
     select merchant_id, id, true, 1, '', 'AED', 'en', created_at, '', '', '1111', 1, 2040, created_at, '', refunded_minor > 0
     from payments where merchant_id = '${merchantId}'`,
  )
  await database.query('analyze payments, collections')
}

test('a tab is counted and listed by its index alone, however many other payments there are', async () => {
  await writePayments(mine)
  const who = { merchantId: mine, isTest: true }
  const counts = { ...who, ...limits, kinds: ['captured'], limit: 1_001 }
  const place = { ...who, at: iso(hours), id: randomUUID(), until: iso(-9_000 * hours), limit: 51 }
  for (const [index, reads] of [
    [
      'payments_disputed',
      [planSteps(database, countSubset.disputed, counts), planSteps(database, entriesOfSubset.disputed.older, place)],
    ],
    [
      'payments_refunded',
      [
        planSteps(database, countSubset.with_refunds, counts),
        planSteps(database, entriesOfSubset.with_refunds.older, place),
      ],
    ],
    [
      'collections_failing',
      [planSteps(database, countOverdue, counts), planSteps(database, overdueEntries.older, place)],
    ],
  ] as const) {
    for (const steps of await Promise.all(reads)) {
      assert.ok(
        steps.some((step) => step['Index Name'] === index),
        index,
      )
      const blocks = Math.max(...steps.map((step) => step['Shared Hit Blocks']))
      assert.ok(blocks < few * 10, `${index}: ${blocks} pages`)
    }
  }
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findPosition, findPositionInRange } from '../src/payments/counted-list/store.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { planSteps } from './support/plan-steps.ts'

let database: TestDatabase
const mine = randomUUID()
const busy = randomUUID()
const changed = 50_000

// What was counted is gone, and nobody has cleared it away; a little came since.
before(async () => {
  database = await openTestDatabase()
  await database.query('alter table payment_count_changes set (autovacuum_enabled = false)')
  const columns = 'merchant_id, is_test, store_id, currency, created_at, listed_as'
  await database.query(
    `insert into payment_count_changes (${columns}) select merchant_id, true, gen_random_uuid(), 'AED', now(), 'authorized'
     from unnest('{${busy},${mine}}'::uuid[]) as one (merchant_id), generate_series(1, ${changed})`,
  )
  await database.query(`delete from payment_count_changes where random() < 0.99`)
  await database.query('analyze payment_count_changes')
})
after(() => database.close())

const at = '2026-03-01T00:00:00Z'
const wanted = { isTest: true, kinds: ['authorized', 'captured'], offset: 0, until: at, now: at }
const range = { from: at, quartersFrom: at, daysFrom: at, daysTo: at, quartersTo: at, to: at }

for (const [whose, merchantId] of [
  ['of somebody else', randomUUID()],
  ['of its own', mine],
] as const) {
  test(`a list does not read what was counted ${whose}`, async () => {
    for (const steps of [
      await planSteps(database, findPosition, { ...wanted, merchantId }, 3),
      await planSteps(database, findPositionInRange, { ...wanted, ...range, merchantId }, 3),
    ]) {
      const walk = steps.find((step) => step['Index Name'] === 'payment_count_changes_by_merchant')
      assert.equal(walk?.['Node Type'], 'Index Scan', steps.map((step) => step['Node Type']).join(', '))
      // A page for each row that is there, and some of the index; none for each row that is gone.
      const blocks = walk['Shared Hit Blocks']
      assert.ok(blocks < changed / 20, `${blocks} blocks`)
    }
  })
}

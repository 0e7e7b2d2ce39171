import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findByReference } from '../src/money/payments/search/store/references.ts'
import { firstIdOf, nilId } from '../src/platform/base/ids.ts'
import { countReplayed, findFirstMissing, readReplayed } from '../src/platform/webhooks/store/replayed.ts'
import * as store from '../src/platform/webhooks/store/webhook-deliveries.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { type PlanStep, planSteps } from './support/plan-steps.ts'

let database: TestDatabase
const [merchantId, otherId] = [randomUUID(), randomUUID()]
const [webhookId, storeId, paymentId] = [randomUUID(), randomUUID(), randomUUID()]
const events = 200_000
/** One event each half minute, the newest now. */
const eachMs = 30_000
const startedAt = Date.now() - events * eachMs
const iso = (ms: number): string => new Date(ms).toISOString()

// Of a merchant with 200,000 deliveries, the oldest hundred were given up, and one in 50,000 waits for a retry.
before(async () => {
  database = await openTestDatabase()
  const id = `(lpad(to_hex(${startedAt}::bigint + n::bigint * ${eachMs}), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid`
  const state = `case when n <= 100 then 'failed' when n % 50000 = 0 then 'waiting' else 'delivered' end`
  const time = `to_timestamp(${startedAt / 1_000} + n * ${eachMs / 1_000})`
  for (const [merchant, count] of [
    [merchantId, events],
    [otherId, 20_000],
  ] as const) {
    await database.query(
      `insert into merchants (merchant_id, name, region, created_at) values ('${merchant}', 'Old', 'uae', now());
       insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, created_at)
       values ('${merchant}', '${webhookId}', 'payment', null, true, 'https://a.test', 'https://a.test', now());
       insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
       select '${merchant}', ${id}, 'payment', '${storeId}', true,
         case when n between 1000 and 1004 then '${paymentId}'::uuid else gen_random_uuid() end, 1, '{"status":"closed"}', ${time}
       from generate_series(1, ${count}) as n;
       insert into deliveries (merchant_id, id, notification_id, webhook_id, state, attempts, next_attempt_at)
       select '${merchant}', gen_random_uuid(), ${id}, '${webhookId}', ${state}, 1,
         case when ${state} = 'waiting' then now() + interval '1 hour' end from generate_series(1, ${count}) as n`,
    )
  }
  await database.query(
    `insert into delivery_attempts (merchant_id, delivery_id, number, at, status, duration_ms, answer)
     select merchant_id, id, 1, now(), 200, 1, 'ok' from deliveries;
     analyze notifications; analyze deliveries; analyze delivery_attempts`,
  )
})
after(() => database.close())

const whole = {
  from: iso(startedAt),
  to: iso(Date.now() + eachMs),
  after: nilId,
  before: 'f'.repeat(8) + nilId.slice(8),
}
const page = { merchantId, webhookId, ...whole, limit: 51, answerLength: 200 }
const windowSize = 5_000

/** The rows of notifications and deliveries that were read. */
const rowsRead = (steps: readonly PlanStep[]): number =>
  steps
    .filter((step) => /^(notifications|deliveries)$/.test(step['Relation Name'] ?? ''))
    .reduce(
      (sum, step) => sum + (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
      0,
    )

const at = startedAt + 150_000 * eachMs
const hour = {
  from: iso(at),
  to: iso(at + 3_600_000),
  after: firstIdOf(at - 60_000),
  before: firstIdOf(at + 3_660_000),
}
const old = { before: firstIdOf(startedAt + 500 * eachMs) }

const lists: Readonly<Record<string, () => Promise<{ steps: PlanStep[]; most: number }>>> = {
  'the newest deliveries': async () => ({
    steps: await planSteps(database, store.listWebhookDeliveries.older, { ...page, states: null, windowSize }),
    most: 4 * 51 + 2,
  }),
  'those that have arrived, towards the newest': async () => ({
    steps: await planSteps(database, store.listWebhookDeliveries.newer, {
      ...{ ...page, states: ['delivered'], windowSize },
      after: firstIdOf(at),
    }),
    most: 4 * 51 + 2,
  }),
  'those of an hour': async () => ({
    steps: await planSteps(database, store.listWebhookDeliveries.older, { ...page, ...hour, states: null, windowSize }),
    most: 4 * 51 + 2,
  }),
  'given up ones among 200,000': async () => ({
    steps: await planSteps(database, store.listMissingDeliveries.older, { ...page, states: ['failed'] }),
    most: 4 * 51 + 2,
  }),
  'all that have not arrived': async () => ({
    steps: await planSteps(database, store.listMissingDeliveries.newer, {
      ...{ ...page, ...old, states: ['failed', 'dropped', 'waiting'] },
    }),
    most: 6 * 51,
  }),
  'those of a payment': async () => ({
    steps: await planSteps(database, store.listDeliveriesOfPayments.older, {
      ...{ ...page, states: null, paymentIds: [paymentId] },
    }),
    most: 4 * 5,
  }),
  'the end of a window': async () => ({
    steps: await planSteps(database, store.findLastExamined.older, { merchantId, ...whole, windowSize }),
    most: windowSize,
  }),
  'the oldest that has not arrived': async () => ({
    steps: await planSteps(database, findFirstMissing, { merchantId, webhookId }),
    most: 6,
  }),
  'the first event since a time': async () => ({
    steps: await planSteps(database, store.findFirstFrom, { merchantId, from: firstIdOf(at) }),
    most: 1,
  }),
  'the next notifications of a replay': async () => ({
    steps: await planSteps(database, readReplayed, {
      ...{ merchantId, webhookId, ...whole, onlyMissing: true, windowSize: 2_000, limit: 75 },
      after: firstIdOf(at),
    }),
    most: 2 * 2_000,
  }),
  'the number of a large replay': async () => ({
    steps: await planSteps(database, countReplayed, {
      ...{ merchantId, webhookId, ...whole, onlyMissing: false, windowSize: 50_000, limit: 10_001 },
    }),
    most: 50_000,
  }),
}

for (const [name, read] of Object.entries(lists)) {
  test(`deliveries: ${name} are found without reading all of them`, async () => {
    const { steps, most } = await read()
    const shown = steps.map((step) => `${step['Node Type']} ${step['Index Name'] ?? step['Relation Name'] ?? ''}`)
    assert.deepEqual(
      shown.filter((step) => /^Seq Scan (notifications|deliveries|delivery_attempts)/.test(step)),
      [],
    )
    const rows = rowsRead(steps)
    assert.ok(rows <= most, `${rows} rows: ${shown.join(', ')}`)
  })
}

test('deliveries: payments of an order number are found by the term', async () => {
  const found = { merchantId, isTest: true, term: 'r1001', references: ['1001'], limit: 50 }
  const steps = await planSteps(database, findByReference, found)
  assert.ok(!steps.some((step) => step['Node Type'] === 'Seq Scan'), JSON.stringify(steps.map((s) => s['Node Type'])))
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  listDisputeRows,
  listDisputeRowsByDue,
  listDisputeRowsByStatus,
  listOldestDisputeRows,
} from '../src/money/disputes/store/disputes.ts'
import { listDueDisputes, listDueDisputesOfMerchant } from '../src/money/disputes/store/due.ts'
import type { Statement } from '../src/platform/db/statement.ts'
import { writeDisputes } from '../testkit/many-disputes.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { type PlanStep, planSteps } from './support/plan-steps.ts'

let database: TestDatabase
const merchantId = randomUUID()
const now = Date.UTC(2026, 2, 1)

before(async () => {
  database = await openTestDatabase()
  await writeDisputes(database, merchantId, 20_000, now)
  for (let others = 0; others < 8; others += 1) await writeDisputes(database, randomUUID(), 3_000, now)
  await database.query('analyze disputes')
})
after(() => database.close())

const planOf = <P>(statement: Statement<P, unknown>, params: Readonly<Record<keyof P, unknown>>): Promise<PlanStep[]> =>
  planSteps(database, statement, params)

const from = '1970-01-01'
const middle = new Date(now - 10_000_000).toISOString()
const page = { merchantId, createdFrom: from, createdBefore: middle, limit: 101 }

function assertWalks(steps: readonly PlanStep[], index: string, maxRows: number, ...others: string[]): void {
  const walks = steps.filter((step) => step['Index Name'] !== undefined)
  assert.deepEqual([...new Set(walks.map((step) => step['Index Name']))], [index, ...others])
  for (const step of steps) {
    assert.ok(!['Seq Scan', 'Bitmap Heap Scan', 'Incremental Sort'].includes(step['Node Type']), step['Node Type'])
    assert.ok(
      step['Actual Rows'] * step['Actual Loops'] <= maxRows,
      `${step['Node Type']}: ${step['Actual Rows']} rows`,
    )
    assert.equal(step['Rows Removed by Filter'] ?? 0, 0)
  }
}

test('a page in the middle reads only its rows, along one index', async () => {
  const steps = await planOf(listDisputeRows, { ...page, idBefore: randomUUID() })
  assert.ok(steps.every((step) => step['Node Type'] !== 'Sort'))
  assertWalks(steps, 'disputes_by_creation', 101)
})

test('a page of several statuses reads at most a page of each', async () => {
  const statuses = ['new', 'declined', 'cancelled']
  const steps = await planOf(listDisputeRowsByStatus, { ...page, idBefore: randomUUID(), statuses })
  assertWalks(steps, 'disputes_by_status', 303)
})

test('a page of the task list reads at most a page of each status, in the middle and to the last page', async () => {
  const task = { merchantId, createdFrom: from, createdTo: '9999-01-01', limit: 21 }
  const due = { ...task, after: new Date(now + 14 * 86_400_000).toISOString(), afterId: randomUUID() }
  const byDue = await planOf(listDisputeRowsByDue, { ...due, statuses: ['new', 'evidence_merchant'] })
  assertWalks(byDue, 'disputes_by_due', 42)
  const oldest = { ...task, after: middle, afterId: randomUUID(), statuses: ['declined', 'evidence_customer'] }
  assertWalks(await planOf(listOldestDisputeRows, oldest), 'disputes_by_status', 42)
})

test('due disputes are found without reading others', async () => {
  const at = '2026-03-14T00:00:00Z'
  const steps = await planOf(listDueDisputesOfMerchant, { merchantId, until: at, now: at, limit: 200 })
  assertWalks(steps, 'disputes_due_of_merchant', 0, 'due_retries_pkey')
})

test('due disputes of all merchants are found without reading others, also with an advanced clock', async () => {
  const ahead = randomUUID()
  await writeDisputes(database, ahead, 3_000, now)
  await database.query(`insert into merchants (merchant_id, name, region, clock_offset_ms, created_at)
    values ('${ahead}', 'Ahead', 'uae', 3600000, now())`)
  await database.query('analyze disputes; analyze merchants')
  // By the system's clock none is due for half an hour; by this merchant's clock all are.
  const steps = await planOf(listDueDisputes, { now: '2026-03-14T23:30:00Z', limit: 200 })
  const walks = steps.filter((step) => step['Index Name']?.startsWith('disputes'))
  const walked = walks.map((step) => [step['Index Name'], step['Actual Rows'] * step['Actual Loops']])
  assert.deepEqual(walked, [
    ['disputes_due', 0],
    ['disputes_due_of_merchant', 200],
  ])
})

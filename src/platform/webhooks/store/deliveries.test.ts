import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { sessionOptions } from '../../db/connection.ts'
import { serviceLimits } from '../../db/limits.ts'
import type { Statement } from '../../db/statement.ts'
import { encodeParams } from '../../db/values.ts'
import * as store from './deliveries.ts'

const count = 300
const merchantId = randomUUID()
const claim = randomUUID()

let database: TestDatabase
let client: pg.Client
before(async () => {
  database = await openTestDatabase({ connections: 1 })
  client = new pg.Client({ ...database.connection, options: sessionOptions(serviceLimits, 'owner') })
  await client.connect()
  await client.query(`insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at, claim)
    select '${merchantId}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), '${claim}'
    from generate_series(1, 10000)`)
  await client.query('analyze deliveries')
})
after(async () => {
  await client.end()
  await database.close()
})

interface Plan {
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}

/** The number of compared pairs of rows that did not match. */
function vainComparisons(plan: Plan): number {
  const here = (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, part) => sum + vainComparisons(part), here)
}

async function listClaimed(): Promise<string[]> {
  return (await client.query(`select id from deliveries where claim is not null limit ${count}`)).rows.map(
    ({ id }) => id,
  )
}

async function comparisonsOf<P, R>(statement: Statement<P, R>, params: P): Promise<number> {
  const values = encodeParams(statement, params)
  const { rows } = await client.query(`explain (analyze, format json) ${statement.text}`, values)
  return vainComparisons(rows[0]['QUERY PLAN'][0].Plan)
}

test('renewing, recording and releasing many deliveries at once: the cost grows linearly', async () => {
  const ids = await listClaimed()
  const claimOf = (id: string) => ({ merchant_id: merchantId, id, claim })
  const now = Date.now()
  const next = { state: 'waiting', next_attempt_at: now }
  const attempt = { at: now, status: 500, duration_ms: 3, answer: 'no', webhook_id: randomUUID(), revision: 1 }
  const attempts = ids.map((id) => ({ ...claimOf(id), ...next, ...attempt }))
  assert.equal(await comparisonsOf(store.renewClaims, { renewals: ids.map(claimOf), leaseMs: 1_000 }), 0)
  assert.equal(await comparisonsOf(store.recordAttempts, { attempts }), 0)
  const releases = (await listClaimed()).map((id) => ({ ...claimOf(id), ...next }))
  assert.equal(await comparisonsOf(store.releaseDeliveries, { releases }), 0)
  const recorded = await client.query('select from delivery_attempts')
  const left = await client.query('select from deliveries where claim is not null')
  assert.deepEqual([recorded.rowCount, left.rowCount], [count, 10_000 - 2 * count])
})

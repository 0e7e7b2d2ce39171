import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdRows } from '../../testkit/held-rows.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestDatabase } from '../support/database.ts'

test('holdRows: counts waiting transactions without a query of the locking transaction', async () => {
  const database = await openTestDatabase()
  const held = await holdRows(database.connection, 'lock table merchants in share mode')
  // `create index concurrently` would wait for a transaction that runs a query.
  const ofHolder = `select state_change from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`
  const [before] = await database.query(ofHolder)
  const waiting = database.query('update merchants set name = name')
  const [statement] = await retry('the update waits', async () => {
    const found = await held.waiting()
    return found.length > 0 && found
  })
  assert.match(statement ?? '', /^update merchants/)
  assert.deepEqual(await database.query(ofHolder), [before])
  await held.release()
  await waiting
  assert.deepEqual(await database.query(ofHolder), [])
  await database.close()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../testkit/service.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService, startService } from '../support/service-process.ts'

test('production removes the functions of a reset, and a sandbox makes them again', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const functions = () => database.query(`select proname from pg_proc where proname like 'sandbox\\_%'`)
  assert.equal((await functions()).length, 2)
  const env = { DATABASE_URL: database.url, DATA_DIR: newDataDir() }
  const production = spawnService({
    ...env,
    QIST_MODE: 'production',
    SECRETS_KEY: 'a1b2'.repeat(16),
    SIGNING_KEY: 'c3d4'.repeat(16),
  })
  await addressOf(production)
  assert.deepEqual(await functions(), [])
  // The owner declares the database a copy: otherwise no sandbox starts on it (docs/operations.md).
  await database.query('delete from production_use')
  await startService({ ...env, SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16) })
  assert.equal((await functions()).length, 2)
})

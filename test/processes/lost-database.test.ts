import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOnce } from '../../testkit/query.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, startService } from '../support/service-process.ts'

test('a service that loses its database answers 500, logs it in one line, and recovers', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const name = database.connection.database
  const administer = async (sql: string): Promise<void> =>
    void (await queryOnce({ ...database.connection, database: 'postgres' }, sql))
  const { process, uae } = await startService({ DATABASE_URL: database.url, DATA_DIR: newDataDir(), LOG_LEVEL: 'info' })
  const payment = await uae.authorizedPayment()
  const logged = () =>
    process.lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: string; msg: string })

  await administer(`alter database ${name} allow_connections false`)
  cleanUp(() => administer(`alter database ${name} allow_connections true`))
  await administer(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`)
  const answers = await Promise.all(Array.from({ length: 50 }, () => uae.call('GET', `/api/v2/payments/${payment}`)))
  for (const { status, body } of answers) {
    assert.equal(status, 500)
    assert.deepEqual(body, { status: 'error', errorType: 'internal', error: 'Internal Server Error' })
  }
  assert.deepEqual((await uae.call('GET', '/health')).status, 503)

  await administer(`alter database ${name} allow_connections true`)
  const outageLines = () =>
    logged()
      .filter(({ msg }) => msg.startsWith('the database can'))
      .map(({ level, msg }) => `${level}: ${msg}`)
  const outage = ['warn: the database cannot be used', 'info: the database can be used again']
  await retry(
    'it is back',
    async () => (await uae.call('GET', '/health')).status === 200 && outageLines().at(-1) === outage[1],
  )
  assert.equal((await uae.call('GET', `/api/v2/payments/${payment}`)).status, 200)
  // A paused machine may lose it once more. Each loss has two lines, however many calls fail.
  const times = Math.ceil(outageLines().length / outage.length)
  assert.deepEqual(outageLines(), Array(times).fill(outage).flat(), process.lines.join('\n'))
  const others = logged().filter(({ level, msg }) => level !== 'info' && !msg.startsWith('the database can'))
  assert.ok(
    others.every(({ msg }) => msg.startsWith('idle')),
    JSON.stringify(others),
  )
})

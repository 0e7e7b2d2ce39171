import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { formatUrl } from '../../src/platform/db/connection.ts'
import { openFreezingProxy } from '../../testkit/freezing-proxy.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService, startService } from '../support/service-process.ts'

/** A database behind a proxy that can go silent. */
async function openBehindProxy() {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const proxy = await openFreezingProxy(database.connection)
  cleanUp(() => proxy.close())
  return { proxy, url: formatUrl({ ...database.connection, host: '127.0.0.1', port: proxy.port }) }
}

const production = {
  QIST_MODE: 'production',
  SECRETS_KEY: randomBytes(32).toString('hex'),
  SIGNING_KEY: 'c3d4'.repeat(16),
  REGIONS: 'uae',
}

for (const PROCESSES of ['1', '2']) {
  test(`production with ${PROCESSES} processes warns of missing parts at its start and in /health`, async () => {
    const { url } = await openBehindProxy()
    const env = { ...production, PROCESSES, DATABASE_URL: url, DATA_DIR: newDataDir() }
    const service = await startService(env)
    const health = await service.uae.call('GET', '/health', undefined, { authorization: '' })
    assert.equal(health.text, '{"status":"ok","missing":["public address","card processor","message gateway"]}')
    await service.process.waitForLine(/"level":"warn".*"missing":"public address"/)
    await service.process.waitForLine(/"level":"warn".*"missing":"card processor"/)
    await service.process.waitForLine(/"level":"warn".*"missing":"message gateway"/)
    assert.equal(service.process.lines.filter((line) => line.includes('"missing"')).length, 3)
  })

  test(`a service of ${PROCESSES} processes with a silent database stops in time`, async () => {
    const { proxy, url } = await openBehindProxy()
    const service = await startService({ PROCESSES, DATABASE_URL: url, DATA_DIR: newDataDir() })
    await service.uae.call('GET', '/api/v2/payments')
    proxy.freeze('silent')
    const request = service.uae.call('GET', '/api/v2/payments').catch(() => undefined)
    const startedAt = performance.now()
    service.process.kill('SIGTERM')
    await service.process.waitForEnd()
    assert.ok(performance.now() - startedAt < 15_000, `${performance.now() - startedAt} ms`)
    await request
  })
}

test('production with a gateway lacks only the card processor', async () => {
  const { url } = await openBehindProxy()
  const MESSAGE_URL = 'http://127.0.0.1:9/send'
  const service = await startService({ ...production, DATABASE_URL: url, DATA_DIR: newDataDir(), MESSAGE_URL })
  const health = await service.uae.call('GET', '/health', undefined, { authorization: '' })
  assert.equal(health.text, '{"status":"ok","missing":["public address","card processor"]}')
})

test('a database that accepts connections and never answers prevents the start, in one line', async () => {
  const silent = createServer({ allowHalfOpen: true }, (socket) => void socket.on('error', () => undefined).resume())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  cleanUp(() => void silent.close())
  const starting = spawnService({
    DATABASE_URL: `postgres://qist:secret@127.0.0.1:${port}/qist`,
    DATA_DIR: newDataDir(),
  })
  assert.equal(await starting.waitForEnd(), 1)
  assert.deepEqual(starting.lines, [
    'The database of DATABASE_URL cannot be used: no connection to the database in time',
  ])
})

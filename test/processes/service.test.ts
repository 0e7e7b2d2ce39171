import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findPostmaster, isAlive } from '../../testkit/process-table.ts'
import { startProcess, withServiceCache } from '../../testkit/processes.ts'
import { openTestDatabase } from '../support/database.ts'
import {
  cleanUp,
  connectionOf,
  holdChanges,
  newDataDir,
  postmasterOf,
  spawnService,
  startService,
  untilGone,
} from '../support/service-process.ts'

test('after kill -9 of the service, and then of everything, the next start serves all acknowledged data', async () => {
  const dataDir = newDataDir()
  const first = await startService({ DATA_DIR: dataDir })
  const id = await first.uae.capturedPayment('12.34')
  const whole = await first.uae.call('GET', `/api/v2/payments/${id}`)

  first.process.kill('SIGKILL')
  await first.process.waitForEnd()
  const orphan = postmasterOf(dataDir)
  assert.ok(isAlive(orphan), 'the database outlives a killed service')
  const second = await startService({ DATA_DIR: dataDir })
  assert.deepEqual((await second.uae.call('GET', `/api/v2/payments/${id}`)).body, whole.body)
  assert.equal(postmasterOf(dataDir), orphan)

  const later = await second.uae.capturedPayment('56.78')
  process.kill(orphan, 'SIGKILL')
  second.process.kill('SIGKILL')
  await second.process.waitForEnd()
  const third = await startService({ DATA_DIR: dataDir })
  assert.equal((await third.uae.call('GET', `/api/v2/payments/${later}`)).body.status, 'CLOSED')

  const database = postmasterOf(dataDir)
  third.process.kill('SIGTERM')
  assert.equal(await third.process.waitForEnd(), 0)
  await untilGone([database])
})

test('a request under way at a stop is still answered', async () => {
  const dataDir = newDataDir()
  const service = await startService({ DATA_DIR: dataDir })
  const id = await service.uae.authorizedPayment('10.00')
  const held = await holdChanges(await connectionOf(dataDir))
  const answer = service.uae.call('POST', `/api/v2/payments/${id}/captures`, { amount: '10', reference_id: 'c' })
  await held.untilAwaited()
  service.process.kill('SIGINT')
  await service.process.waitForLine(/^Stopping/)
  await held.release()
  const { status, body } = await answer
  assert.deepEqual([status, body.status, body.captures.length], [200, 'CLOSED', 1])
  assert.equal(await service.process.waitForEnd(), 0)
})

test('a service whose output is no longer read stops cleanly, with its database', async () => {
  const dataDir = newDataDir()
  const env = withServiceCache({ ...process.env, PORT: '0', KSA_PORT: '0', DATA_DIR: dataDir })
  const service = spawn(process.execPath, ['bin/serve.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  cleanUp(() => void service.kill('SIGKILL'))
  let printed = ''
  for await (const chunk of service.stdout) {
    printed += chunk
    if (printed.includes('Data in')) break
  }
  service.stdout.destroy()
  service.stderr.destroy()
  const database = postmasterOf(dataDir)
  service.kill('SIGTERM')
  const [code] = await once(service, 'exit')
  assert.equal(code, 0)
  await untilGone([database])
})

test('a second service on the same data folder stops with one line that names the first', async () => {
  const dataDir = newDataDir()
  const first = await startService({ DATA_DIR: dataDir })
  const second = spawnService({ DATA_DIR: dataDir })
  assert.equal(await second.waitForEnd(), 1)
  assert.equal(second.lines.length, 1, second.lines.join('\n'))
  assert.match(second.lines[0] ?? '', new RegExp(`pid ${first.process.pid}`))
  assert.ok(second.lines[0]?.includes(dataDir))
})

test('two processes that start at once on a new database serve the same payments', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  await database.query('drop schema public cascade; create schema public')
  const env = { DATABASE_URL: database.url }
  const [one, two] = await Promise.all([
    startService({ ...env, DATA_DIR: newDataDir() }),
    startService({ ...env, DATA_DIR: newDataDir() }),
  ])
  const id = await one.uae.capturedPayment('20.00')
  const refund = await two.uae.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '5', reference_id: 'r' })
  assert.equal(refund.status, 200, refund.text)
  const list = await one.uae.call('GET', '/api/v2/payments')
  assert.deepEqual(list.body.payments, [refund.body])
})

test('wrong settings prevent the start, with a line for each: variable, value and allowed values', async () => {
  const wrong = spawnService({ DATA_DIR: newDataDir(), PORT: 'http', QIST_MODE: 'prod', SECRETS_KEY: 'hunter2' })
  assert.equal(await wrong.waitForEnd(), 1)
  assert.equal(wrong.lines.length, 3, wrong.lines.join('\n'))
  assert.match(wrong.lines.join('\n'), /QIST_MODE=prod.*sandbox or production/)
  assert.match(wrong.lines.join('\n'), /PORT=http.*0 to 65535/)
  assert.doesNotMatch(wrong.lines.join('\n'), /hunter2/)
})

test('production does not start without its database and its key', async () => {
  const bare = spawnService({ DATA_DIR: newDataDir(), QIST_MODE: 'production' })
  assert.equal(await bare.waitForEnd(), 1)
  assert.match(bare.lines.join('\n'), /DATABASE_URL/)
  assert.match(bare.lines.join('\n'), /SECRETS_KEY/)
})

test('a database that cannot be reached is reported in one line', async () => {
  const lost = spawnService({ DATA_DIR: newDataDir(), DATABASE_URL: 'postgres://qist@127.0.0.1:1/qist' })
  assert.equal(await lost.waitForEnd(), 1)
  assert.equal(lost.lines.length, 1, lost.lines.join('\n'))
  assert.match(lost.lines[0] ?? '', /DATABASE_URL/)
})

test('a command on a data folder without a database is refused and makes none', async () => {
  const dataDir = join(newDataDir(), 'mistyped')
  const doctor = startProcess('bin/qist.js', ['doctor'], { env: { ...process.env, DATA_DIR: dataDir } })
  assert.equal(await doctor.waitForEnd(), 1)
  assert.equal(doctor.lines.length, 1, doctor.lines.join('\n'))
  assert.ok(doctor.lines[0]?.includes(`no database in the data folder ${dataDir}`))
  assert.ok(!existsSync(dataDir))
})

for (const processes of ['1', '2']) {
  test(`a HOST of another machine is reported in one line, also with PROCESSES=${processes}`, async () => {
    const database = await openTestDatabase()
    cleanUp(() => database.close())
    // The same folder: another would hold another key for documents, and the service says so.
    const dataDir = newDataDir()
    // Reserved for documentation: no name has this ending and no machine this address.
    for (const HOST of ['nowhere.invalid', '192.0.2.1', 'http://127.0.0.1', '[::1]']) {
      const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PROCESSES: processes, HOST }
      const wrong = spawnService(env)
      assert.equal(await wrong.waitForEnd(), 1)
      assert.equal(wrong.lines.length, 1, wrong.lines.join('\n'))
      const message = `HOST=${HOST}: must be an address of this machine, or a name that has one now (`
      assert.ok(wrong.lines[0]?.startsWith(message), wrong.lines[0])
    }
  })
}

test('a port in use is reported in one line', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const first = await startService({ DATABASE_URL: database.url, DATA_DIR: newDataDir() })
  const port = new URL(first.uae.baseUrl).port
  const second = spawnService({ DATABASE_URL: database.url, DATA_DIR: newDataDir(), PORT: port })
  assert.equal(await second.waitForEnd(), 1)
  assert.match(second.lines.join('\n'), new RegExp(`EADDRINUSE.*${port}`))
})

test('a service whose outgoing connections do not close still stops its database', async () => {
  const undici = pathToFileURL(join(import.meta.dirname, '../../node_modules/undici/index.js'))
  const broken = `import { Agent } from '${undici}'; Agent.prototype.destroy = () => Promise.reject(new Error('not now'))`
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(broken)}"`
  const dataDir = newDataDir()
  const { process: service } = await startService({ DATA_DIR: dataDir, NODE_OPTIONS })
  service.kill('SIGTERM')
  assert.equal(await service.waitForEnd(), 1)
  assert.equal(findPostmaster(dataDir), undefined)
})

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runQist } from '../../testkit/command.ts'
import { findPostmaster } from '../../testkit/process-table.ts'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { within } from '../../testkit/timeouts.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService, startService } from '../support/service-process.ts'

const right = 'a'.repeat(64)
const wrong = 'b'.repeat(64)

/** A database with an encrypted header of a webhook, under this key or the sandbox's own. */
async function usedDatabase(key?: string): Promise<TestDatabase> {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const env = { DATABASE_URL: database.url, DATA_DIR: newDataDir(), WEBHOOK_HOSTS: 'shop.test=127.0.0.1:1' }
  const service = await startService({ ...env, ...(key !== undefined && { SECRETS_KEY: key }) })
  const header = { title: 'X-Key', value: 'v' }
  const made = await service.uae.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/a', header })
  assert.equal(made.status, 200, made.text)
  service.process.kill('SIGTERM')
  await service.process.waitForEnd()
  return database
}

for (const PROCESSES of ['1', '2']) {
  test(`with a wrong SECRETS_KEY ${PROCESSES} processes do not start, and report it in one line without any key`, async () => {
    const database = await usedDatabase(right)
    const env = { DATABASE_URL: database.url, DATA_DIR: newDataDir(), PROCESSES }
    const refused = spawnService({ ...env, SECRETS_KEY: wrong })
    assert.equal(await refused.waitForEnd(), 1)
    assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
    assert.match(refused.lines[0] ?? '', /^1 stored webhook secret does not open with SECRETS_KEY=\(hidden\)/)
    assert.match(refused.lines[0] ?? '', /set SECRETS_KEY to the key .*SECRETS_KEY_EARLIER/)
    assert.ok(!/[ab]{20}/.test(refused.lines.join()))
    await startService({ ...env, SECRETS_KEY: wrong, SECRETS_KEY_EARLIER: right })
  })
}

test("a sandbox with another data folder does not start on the first one's webhooks", async () => {
  const database = await usedDatabase()
  const refused = spawnService({ DATABASE_URL: database.url, DATA_DIR: newDataDir() })
  assert.equal(await refused.waitForEnd(), 1)
  assert.match(
    refused.lines.join('\n'),
    /^1 stored webhook secret does not open with the key .*DATA_DIR=\S+: set SECRETS_KEY/,
  )
})

test('commands that encrypt refuse a wrong key in one line', async () => {
  const database = await usedDatabase(right)
  const [merchant] = await database.query('select merchant_id from webhooks')
  const whose = ['--merchant', String(merchant?.['merchant_id']), '--store', 'demo_ae']
  for (const command of [
    ['secrets', 'reseal'],
    ['signing', 'rotate', ...whose],
  ]) {
    const { code, stdout, stderr } = await runQist(database.url, newDataDir(), ...command)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^qist: 1 stored webhook secret does not open with [^\n]*\n$/)
  }
  assert.deepEqual(await database.query('select 1 from signing_secrets'), [])
})

test('if secrets.key has no key, services and commands report it and end, and leave no database running', async () => {
  const dataDir = newDataDir()
  const path = join(dataDir, 'secrets.key')
  writeFileSync(path, 'no key\n')
  const runs: (readonly [string, () => RunningProcess])[] = [
    ['1 process', () => spawnService({ DATA_DIR: dataDir })],
    ['2 processes', () => spawnService({ DATA_DIR: dataDir, PROCESSES: '2' })],
    ['a command', () => spawnQist(dataDir, 'merchant', 'list')],
  ]
  for (const [name, start] of runs) {
    const running = start()
    assert.equal(await within(`the end of ${name}`, running.waitForEnd()), 1)
    const [line = '', ...more] = running.lines
    assert.deepEqual([line.includes(`${path} does not hold 64 hex digits: set SECRETS_KEY`), more], [true, []], line)
    assert.equal(findPostmaster(dataDir), undefined, `the database of ${name}`)
  }
})

function spawnQist(dataDir: string, ...args: string[]): RunningProcess {
  const root = join(import.meta.dirname, '../..')
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir }
  const command = startProcess('bin/qist.js', args, { cwd: root, env })
  cleanUp(() => command.kill('SIGKILL'))
  return command
}

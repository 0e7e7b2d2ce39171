import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env, '/somewhere')
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return assert.fail('nothing was wrong')
}

test('an empty environment is a sandbox of both regions', () => {
  const config = readConfig({}, '/somewhere')
  assert.deepEqual([config.mode, config.ports, config.regions], ['sandbox', { uae: 8080, ksa: 8081 }, ['uae', 'ksa']])
  assert.deepEqual([config.rateLimits, config.webhookRetrySeconds], [false, [60, 120, 180, 240]])
  assert.equal(config.baseUrls.uae, 'http://127.0.0.1:8080')
})

test('all problems are reported together, one line each, with name, value and allowed values', () => {
  const env = {
    QIST_MODE: 'test',
    PORT: '70000',
    REGIONS: 'mars',
    BASE_URL: 'shop',
    RATE_LIMITS: 'yes',
    LOG_LEVEL: 'loud',
  }
  const problems = problemsOf(env)
  assert.deepEqual(problems.map((line) => line.split('=')[0]).sort(), Object.keys(env).sort())
  for (const [name, value] of Object.entries(env)) {
    assert.ok(
      problems.some((line) => line.startsWith(`${name}=${value}: must be `)),
      name,
    )
  }
})

test('1 to 16 processes may serve, one by default', () => {
  assert.equal(readConfig({}, '/').processes, 1)
  for (const count of [1, 2, 16]) assert.equal(readConfig({ PROCESSES: String(count) }, '/').processes, count)
  for (const PROCESSES of ['0', '17', 'x', '-1', '1.5', '2e0', '0x2', ' 2']) {
    assert.deepEqual(problemsOf({ PROCESSES }), [
      `PROCESSES=${PROCESSES}: must be a whole number of processes, 1 to 16`,
    ])
  }
})

test('secrets are never repeated', () => {
  const problems = problemsOf({ SECRETS_KEY: 'hunter2', DATABASE_URL: 'mysql://me:hunter2@db' })
  assert.equal(problems.length, 2)
  assert.ok(!problems.join().includes('hunter2'))
})

test('the address for migrations must be one of PostgreSQL beside that of the service', () => {
  const DATABASE_URL = 'postgres://app@db/qist'
  const MIGRATION_DATABASE_URL = 'postgres://owner:hunter2@db/qist'
  assert.equal(readConfig({ DATABASE_URL, MIGRATION_DATABASE_URL }, '/').migrationDatabaseUrl, MIGRATION_DATABASE_URL)
  assert.deepEqual(problemsOf({ MIGRATION_DATABASE_URL }), [
    'MIGRATION_DATABASE_URL=(hidden): must be absent where DATABASE_URL is not set',
  ])
  assert.deepEqual(problemsOf({ DATABASE_URL, MIGRATION_DATABASE_URL: 'mysql://owner:hunter2@db/qist' }), [
    'MIGRATION_DATABASE_URL=(hidden): must be an address that starts with postgres:// or postgresql://',
  ])
})

test('production needs a database and two keys, and no named hosts', () => {
  const problems = problemsOf({ QIST_MODE: 'production', WEBHOOK_HOSTS: 'shop.test=127.0.0.1:3000' })
  assert.deepEqual(problems.map((line) => /^[A-Z_]+/.exec(line)?.[0]).sort(), [
    'DATABASE_URL',
    'SECRETS_KEY',
    'SIGNING_KEY',
    'WEBHOOK_HOSTS',
  ])
})

test('a sandbox names the hosts of its own machine, unless a setting does; production names no host', () => {
  const hostsOf = (env: NodeJS.ProcessEnv): unknown => Object.fromEntries(readConfig(env, '/').webhookHosts)
  const own = Object.fromEntries(
    ['localhost', '127.0.0.1', 'host.docker.internal'].map((name) => [name, { address: name, port: undefined }]),
  )
  assert.deepEqual(hostsOf({}), own)
  assert.deepEqual(hostsOf({ WEBHOOK_HOSTS: 'shop.test=[::1]:3000,localhost=10.0.0.1:80' }), {
    ...own,
    'shop.test': { address: '::1', port: 3000 },
    localhost: { address: '10.0.0.1', port: 80 },
  })
  const keys = { SECRETS_KEY: 'b1c2'.repeat(16), SIGNING_KEY: 'b1c2'.repeat(16) }
  assert.deepEqual(hostsOf({ QIST_MODE: 'production', DATABASE_URL: 'postgres://app@db/qist', ...keys }), {})
})

test('a secret may be in a file; messages show the path of the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-secrets-'))
  const fileOf = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  try {
    const key = 'b1c2'.repeat(16)
    const files = {
      DATABASE_URL_FILE: fileOf('url', 'postgres://app:hunter2@db/qist\n'),
      SECRETS_KEY_FILE: fileOf('key', `${key}\n`),
      SIGNING_KEY_FILE: fileOf('signing-key', `${key}\n`),
    }
    const config = readConfig({ QIST_MODE: 'production', ...files }, '/')
    assert.deepEqual([config.databaseUrl, config.secretsKey], ['postgres://app:hunter2@db/qist', key])
    const absent = join(folder, 'absent')
    assert.deepEqual(problemsOf({ QIST_MODE: 'production', ...files, SECRETS_KEY_FILE: absent }), [
      `SECRETS_KEY_FILE=${absent}: must be a file that can be read (ENOENT: no such file or directory, open '${absent}')`,
    ])
    const empty = fileOf('empty', '\n')
    assert.deepEqual(problemsOf({ SECRETS_KEY_FILE: empty }), [
      `SECRETS_KEY_FILE=${empty}: must be a file that is not empty`,
    ])
    assert.deepEqual(problemsOf({ SECRETS_KEY: key, SECRETS_KEY_FILE: files.SECRETS_KEY_FILE }), [
      `SECRETS_KEY_FILE=${files.SECRETS_KEY_FILE}: must be absent where SECRETS_KEY is set`,
    ])
    const wrong = problemsOf({ SECRETS_KEY_FILE: fileOf('wrong', 'hunter2') })
    assert.deepEqual(wrong, ['SECRETS_KEY=(hidden): must be 64 hex digits'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

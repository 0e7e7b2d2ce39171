import assert from 'node:assert/strict'
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

test('all problems are told at once, one line each, with name, value and what is allowed', () => {
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

test('any number of processes from 1 to 16 may serve, one unless told', () => {
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

test('production needs a database and a key, and no named hosts', () => {
  const problems = problemsOf({ QIST_MODE: 'production', WEBHOOK_HOSTS: 'shop.test=127.0.0.1:3000' })
  assert.deepEqual(problems.map((line) => /^[A-Z_]+/.exec(line)?.[0]).sort(), [
    'DATABASE_URL',
    'SECRETS_KEY',
    'WEBHOOK_HOSTS',
  ])
})

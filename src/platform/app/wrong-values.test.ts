import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { listMissing } from './missing.ts'

/** Returns the line that stops the start; undefined if it starts. */
function problemOf(env: NodeJS.ProcessEnv): string | undefined {
  try {
    readConfig(env, '/somewhere')
    return undefined
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    assert.equal(error.message.split('\n').length, 1, error.message)
    return error.message
  }
}

const wrong: Record<string, readonly string[]> = {
  WEBHOOK_RETRY_SECONDS: ['60,,120', '60,120,', ',60', ' ', '0x10', '-0', '1_000', 'Infinity', '1e9'],
  WEBHOOK_HOSTS: ['999.1.1.1:3000', '127.0.0.1:0', '127.0.0.1:65536', '[::1::2]:80', '127.1:80', '127.0.0.1.:80'].map(
    (target) => `shop.test=${target}`,
  ),
  BASE_URL: [
    'http:foo',
    'http:/foo',
    'http:///foo',
    'https://x.test?a=b',
    'https://x.test/?',
    'https://x.test/#frag',
    ' https://x.test',
    'https://x.test/a b',
    'https://x.test\\a',
    'https://x.test/pay/',
  ],
  KSA_BASE_URL: ['https://x.test?a=b', 'https://x.test/pay'],
  ATTACHMENTS_ENDPOINT: ['https://x.test?a=b'],
  ATTACHMENTS_REGION: ['a b', ' ', 'eu-', 'eu/west'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://collector:4318?a=b'],
  OTEL_TRACES_SAMPLER_ARG: [' ', '0x1', '1.01', '-0.1'],
  MAIL_URL: ['https:gateway.test'],
}

for (const [name, values] of Object.entries(wrong)) {
  for (const value of values) {
    test(`${name}=${value} stops the start`, () => {
      assert.ok(problemOf({ [name]: value })?.startsWith(`${name}=${value}: must be `), problemOf({ [name]: value }))
    })
  }
}

const right: Record<string, readonly string[]> = {
  WEBHOOK_RETRY_SECONDS: ['', '60', '60, 120', '0', '0.2,.5,1e3'],
  WEBHOOK_HOSTS: ['', 'a.test=127.0.0.1:1', 'a.test=[::1]:65535, b.test=localhost:80,', 'a.test=my-host.7up:80'],
  BASE_URL: ['', 'https://x.test', 'HTTPS://x.test/', 'https://x.test:8443', 'http://[::1]:80', 'http://shop.internal'],
  ATTACHMENTS_ENDPOINT: ['https://x.test:8443/files/'],
  ATTACHMENTS_REGION: ['', 'eu-west-1', 'auto', 'US1'],
  OTEL_TRACES_SAMPLER_ARG: ['', '0', '1', '.5', '1e-3', '1.0'],
  MAIL_URL: ['https://gateway.test/send?key=1', 'https://me:word@gateway.test/'],
  DATABASE_URL: ['postgres:///qist', 'postgresql://app:a%20b@db/qist?sslmode=require'],
  SSO_CLIENT_SECRET: [''],
}

for (const [name, values] of Object.entries(right)) {
  for (const value of values) {
    test(`${name}=${value} is taken`, () => assert.equal(problemOf({ [name]: value }), undefined))
  }
}

test('a value of several lines is shown on one line', () => {
  assert.equal(
    problemOf({ LOG_LEVEL: 'loud\nPORT=80\u2028\u0085' }),
    'LOG_LEVEL=loud%0APORT=80%E2%80%A8%C2%85: must be fatal or error or warn or info or debug or trace or silent',
  )
  const path = problemOf({ SECRETS_KEY_FILE: '/no\nsuch' })
  assert.ok(path?.startsWith('SECRETS_KEY_FILE=/no%0Asuch: must be a file that can be read'), path)
})

test('a password in an address is not shown', () => {
  for (const name of ['BASE_URL', 'ATTACHMENTS_ENDPOINT', 'MESSAGE_URL']) {
    for (const value of ['ftp://me:hunter2@x.test', 'me:hunter2@x.test']) {
      assert.ok(problemOf({ [name]: value })?.startsWith(`${name}=(hidden): must be an address`))
    }
  }
  assert.equal(
    problemOf({ BASE_URL: 'https://me:hunter2@x.test' }),
    'BASE_URL=(hidden): must be an address that starts with http:// or https://, without user, path, query, fragment and spaces',
  )
})

test("half of a provider's settings is refused, without a value in the message", () => {
  assert.equal(
    problemOf({ SSO_ISSUER: 'https://id.test', SSO_CLIENT_SECRET: 'hunter2' }),
    'SSO_CLIENT_ID=: must be set where SSO_ISSUER is',
  )
  assert.equal(
    problemOf({ SSO_CLIENT_SECRET: 'hunter2' }),
    'SSO_CLIENT_SECRET=(hidden): must be left out where SSO_ISSUER is',
  )
})

const production = {
  QIST_MODE: 'production',
  DATABASE_URL: 'postgres://db/qist',
  SECRETS_KEY: 'a1b2'.repeat(16),
  SIGNING_KEY: 'c3d4'.repeat(16),
  BASE_URL: 'https://pay.test',
  KSA_BASE_URL: 'https://ksa.pay.test',
}
const stripe = { CARD_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1' }

test('production does not start without TLS before the pages or to the card processor', () => {
  assert.equal(problemOf(production), undefined)
  const withTls = 'must be an address that starts with https:// in production, unless it is this machine'
  for (const url of [
    'http://pay.test',
    'HTTP://pay.test',
    'http://10.0.0.5:8080',
    'http://203.0.113.5',
    'http://0.0.0.0:8080',
  ]) {
    for (const name of ['BASE_URL', 'KSA_BASE_URL']) {
      assert.equal(problemOf({ ...production, [name]: url }), `${name}=${url}: ${withTls}`)
    }
    assert.equal(
      problemOf({ ...production, ...stripe, STRIPE_API_URL: url.toLowerCase() }),
      `STRIPE_API_URL=(hidden): ${withTls}`,
    )
  }
  for (const url of ['http://127.0.0.1:8080', 'http://localhost:81', 'http://[::1]:81', 'http://127.9.9.9']) {
    assert.equal(problemOf({ ...production, BASE_URL: url }), undefined)
    assert.equal(problemOf({ ...production, ...stripe, STRIPE_API_URL: url }), undefined)
  }
})

test('production does not start with a key of one repeated byte, but accepts it as an earlier key', () => {
  const allowed = 'must be 64 random hex digits in production, such as openssl rand -hex 32 prints'
  for (const SECRETS_KEY of ['0'.repeat(64), 'a'.repeat(64), 'aA'.repeat(32), 'a1'.repeat(32)]) {
    assert.equal(problemOf({ ...production, SECRETS_KEY }), `SECRETS_KEY=(hidden): ${allowed}`)
    assert.equal(problemOf({ SECRETS_KEY }), undefined)
  }
  assert.equal(problemOf({ ...production, SECRETS_KEY_EARLIER: '0'.repeat(64) }), undefined)
})

test('settings that weaken production are named, and no others', () => {
  const missing = (env: NodeJS.ProcessEnv): readonly string[] => listMissing(readConfig({ ...production, ...env }, '/'))
  const nothing = { ...stripe, MESSAGE_URL: 'https://sms.test' }
  assert.deepEqual(missing(nothing), [])
  const weak = { RATE_LIMITS: 'off', MAIL_URL: 'http://mail.test', ATTACHMENTS_ENDPOINT: 'http://files.test' }
  const named = ['RATE_LIMITS', 'MESSAGE_URL', 'MAIL_URL', 'ATTACHMENTS_ENDPOINT']
  const all = { ...nothing, ...weak, MESSAGE_URL: 'http://sms.test', ATTACHMENTS_BUCKET: 'qist-files' }
  assert.deepEqual(missing(all), named)
  const here = Object.entries(all).map(([name, value]) => [name, value.replace(/^http:.*/, 'http://127.0.0.1:90')])
  assert.deepEqual(missing(Object.fromEntries(here)), ['RATE_LIMITS'])
  assert.deepEqual(listMissing(readConfig({ ...all, STRIPE_SECRET_KEY: 'sk_test_1' }, '/')), [])
  assert.deepEqual(missing({ ...nothing, BASE_URL: '', HOST: '203.0.113.5' }), ['public address'])
})

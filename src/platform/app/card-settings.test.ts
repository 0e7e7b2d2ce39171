import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { listMissing } from './missing.ts'

const production = {
  BASE_URL: 'https://pay.example.com',
  REGIONS: 'uae',
  QIST_MODE: 'production',
  DATABASE_URL: 'postgres://db/qist',
  SECRETS_KEY: 'a1b2'.repeat(16),
  SIGNING_KEY: 'c3d4'.repeat(16),
}

function problemOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env, '/')
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return assert.fail('nothing was wrong')
}

test('without a processor all other settings of cards have no effect', () => {
  assert.equal(readConfig({}, '/').stripe, undefined)
  assert.equal(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }, '/').stripe, undefined)
  assert.deepEqual(listMissing(readConfig(production, '/')), ['card processor', 'message gateway'])
  for (const BASE_URL of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:80', 'https://10.0.0.5']) {
    assert.ok(listMissing(readConfig({ ...production, BASE_URL }, '/')).includes('public address'), BASE_URL)
  }
})

test('Stripe has a key and, for a proxy, an address', () => {
  const stripe = { CARD_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: 'rk_live_1' }
  const config = readConfig({ ...production, ...stripe }, '/')
  assert.deepEqual(config.stripe, {
    secretKey: 'rk_live_1',
    apiUrl: 'https://api.stripe.com',
    webhookSecret: undefined,
  })
  assert.deepEqual(listMissing(config), ['message gateway'])
  const behindProxy = readConfig({ ...production, ...stripe, STRIPE_API_URL: 'http://127.0.0.1:8443/' }, '/')
  assert.equal(behindProxy.stripe?.apiUrl, 'http://127.0.0.1:8443')
})

test('a sandbox refuses a live key, production refuses a test key, and no message shows the key', () => {
  const [live, forTests] = [{ STRIPE_SECRET_KEY: 'sk_live_1' }, { STRIPE_SECRET_KEY: 'sk_test_1' }]
  const stripe = { CARD_PROCESSOR: 'stripe' }
  assert.match(problemOf({ ...stripe, ...live }), /^STRIPE_SECRET_KEY=\(hidden\): must be .* sandbox.*$/)
  assert.match(
    problemOf({ ...production, ...stripe, ...forTests }),
    /^STRIPE_SECRET_KEY=\(hidden\): must be .* production.*$/,
  )
  assert.match(problemOf(stripe), /^STRIPE_SECRET_KEY=\(hidden\): .*$/)
  const withWebhook = { ...stripe, ...forTests, STRIPE_WEBHOOK_SECRET: 'secret' }
  assert.match(problemOf(withWebhook), /^STRIPE_WEBHOOK_SECRET=\(hidden\): .*$/)
})

test('another processor, or an address with a path, stops the start in one line', () => {
  const forTests = { STRIPE_SECRET_KEY: 'sk_test_1' }
  assert.equal(problemOf({ ...forTests, CARD_PROCESSOR: 'adyen' }), 'CARD_PROCESSOR=adyen: must be stripe, or not set')
  for (const STRIPE_API_URL of ['https://proxy.test/stripe', 'https://me:secret@proxy.test']) {
    const problem = problemOf({ ...forTests, CARD_PROCESSOR: 'stripe', STRIPE_API_URL })
    assert.match(problem, /^STRIPE_API_URL=\(hidden\): must be an address without a path$/)
  }
})

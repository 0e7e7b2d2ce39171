import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { listMissing } from './missing.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: '/tmp/none', ...env }, '/tmp').scoring
const refuses = (env: NodeJS.ProcessEnv, message: RegExp): void => {
  assert.throws(() => read(env), { name: 'ConfigError', message })
}

test('without RISK_URL nobody is asked, and the other settings have their defaults', () => {
  assert.deepEqual(read({}), { endpoint: undefined, timeoutMs: 800, fallback: 'decline' })
  assert.equal(read({ RISK_SECRET: secret }).endpoint, undefined)
})

test('a scoring service may have any address', () => {
  for (const url of ['http://127.0.0.1:9000/score', 'https://scoring.example/v1?tenant=a', 'http://10.0.0.7']) {
    assert.deepEqual(read({ RISK_URL: url, RISK_SECRET: secret }).endpoint, { url, secret })
  }
})

test('wrong settings of the scoring service are named, and a secret is hidden', () => {
  refuses({ RISK_URL: 'https://scoring.example' }, /^RISK_SECRET is not set: RISK_URL needs whsec_ and base64/)
  refuses({ RISK_URL: 'scoring.example', RISK_SECRET: secret }, /^RISK_URL=scoring\.example: must be an address/)
  refuses({ RISK_URL: 'file:///etc/passwd', RISK_SECRET: secret }, /^RISK_URL=/)
  for (const wrong of ['secret', 'whsec_', 'whsec_not base64', 'whsec_abc']) {
    refuses({ RISK_URL: 'https://scoring.example', RISK_SECRET: wrong }, /^RISK_SECRET=\(hidden\): must be whsec_/)
  }
  for (const wrong of ['49', '5001', '1e3', '-1']) refuses({ RISK_TIMEOUT_MS: wrong }, /^RISK_TIMEOUT_MS=/)
  refuses({ RISK_FALLBACK: 'refer' }, /^RISK_FALLBACK=refer: must be approve or decline/)
})

test('in production an address without TLS on another machine is reported', () => {
  const config = readConfig({ DATA_DIR: '/tmp/none', RISK_URL: 'http://10.0.0.7', RISK_SECRET: secret }, '/tmp')
  assert.ok(listMissing({ ...config, mode: 'production' }).includes('RISK_URL'))
  const near = readConfig({ DATA_DIR: '/tmp/none', RISK_URL: 'http://127.0.0.1', RISK_SECRET: secret }, '/tmp')
  assert.ok(!listMissing({ ...near, mode: 'production' }).includes('RISK_URL'))
})

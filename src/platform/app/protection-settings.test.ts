import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('by default no proxy is trusted, and messages go to the six Gulf states', () => {
  const { trustedProxies, messageCountries, messagesPerMinute } = readConfig({}, '/')
  assert.deepEqual(trustedProxies, [])
  assert.deepEqual(messageCountries, ['971', '966', '965', '973', '974', '968'])
  assert.equal(messagesPerMinute, 100)
})

test('the widest trusted networks are those of private use', () => {
  const TRUSTED_PROXIES = '10.0.0.0/8,fc00::/7,2001:db8::/32,::ffff:10.0.0.0/104'
  assert.equal(readConfig({ TRUSTED_PROXIES }, '/').trustedProxies.length, 4)
})

test('proxies are addresses and networks, countries are codes with or without +', () => {
  const env = { TRUSTED_PROXIES: '10.0.0.5, fd00::/8', MESSAGE_COUNTRIES: '+971, 44', MESSAGES_PER_MINUTE: '1000' }
  const { trustedProxies, messageCountries, messagesPerMinute } = readConfig(env, '/')
  assert.deepEqual(trustedProxies, ['10.0.0.5', 'fd00::/8'])
  assert.deepEqual(messageCountries, ['971', '44'])
  assert.equal(messagesPerMinute, 1_000)
})

const everybody = [
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1,0.0.0.0/1',
  '128.0.0.0/7',
  '2000::/3',
  '::ffff:0.0.0.0/96',
  '::/80',
  '::ffff:8.0.0.0/103',
]

const wrong: Record<string, readonly string[]> = {
  TRUSTED_PROXIES: ['loopback', 'proxy.internal', '10.0.0.0/33', '10.0.0.1,', '*', '10.0.0.1 10.0.0.2', ...everybody],
  MESSAGE_COUNTRIES: ['ae', '0971', '97150000', '971,', '*', '+'],
  MESSAGES_PER_MINUTE: ['0', '1001', '-1', '1e2', 'many'],
}
for (const [name, values] of Object.entries(wrong)) {
  test(`a wrong ${name} stops the start with one line that names it`, () => {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }, '/'),
        (error: Error) => error.message.startsWith(`${name}=${value}: must be `) && !error.message.includes('\n'),
        value,
      )
    }
  })
}

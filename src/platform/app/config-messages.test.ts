import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

test('a message gateway has an address, a template and a key', () => {
  assert.equal(readConfig({}, '/').messages, undefined)
  const env = { MESSAGE_URL: 'https://gateway.test/send', MESSAGE_AUTHORIZATION: 'Bearer secret' }
  assert.deepEqual(readConfig(env, '/').messages, {
    url: 'https://gateway.test/send',
    template: '{"to":"{to}","text":"{text}"}',
    headers: { authorization: 'Bearer secret' },
  })
})

test('a template that is no JSON, or has no phone or text, stops the start', () => {
  for (const MESSAGE_TEMPLATE of ['{to} {text}', '{"to":"{to}"}', '{"to":"{to}","text":{text}}']) {
    assert.throws(
      () => readConfig({ MESSAGE_TEMPLATE }, '/'),
      (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, /^MESSAGE_TEMPLATE=/)
        return true
      },
    )
  }
  assert.throws(() => readConfig({ MESSAGE_URL: 'gateway' }, '/'), /MESSAGE_URL=gateway: must be an address/)
})

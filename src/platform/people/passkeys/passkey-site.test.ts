import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passkeySiteOf } from './passkey-site.ts'

test('a public name with TLS takes passkeys, whatever its port', () => {
  assert.deepEqual(passkeySiteOf('https://qist.example'), { rpId: 'qist.example', origin: 'https://qist.example' })
  const port = { rpId: 'uae.qist.example', origin: 'https://uae.qist.example:8443' }
  assert.deepEqual(passkeySiteOf('https://uae.qist.example:8443'), port)
})

test('a sandbox on this machine takes passkeys at localhost', () => {
  const site = { rpId: 'localhost', origin: 'http://localhost:8080' }
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    assert.deepEqual(passkeySiteOf(`http://${host}:8080`), site, host)
})

test('other IP addresses, and names without TLS, take no passkeys', () => {
  for (const address of ['http://10.0.0.5:8080', 'https://192.0.2.7', 'https://[2001:db8::1]', 'http://qist.example'])
    assert.equal(passkeySiteOf(address), undefined, address)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { refusedAddresses } from '../../../../test/support/refused-addresses.ts'
import { readWebhookAddress } from './address.ts'

const rules = { httpsOnly: false, namedHosts: new Map([['shop.test', { address: '127.0.0.1', port: 3000 }]]) }
const strict = { ...rules, httpsOnly: true }
const normalised = (url: string): string | undefined => readWebhookAddress(url, rules)?.normalisedUrl

test('at least 300 spellings of addresses that are not public are refused', () => {
  assert.ok(refusedAddresses.length >= 300, `only ${refusedAddresses.length}`)
  assert.deepEqual(
    refusedAddresses.filter((url) => readWebhookAddress(url, rules) !== undefined),
    [],
  )
})

test('names that look public are accepted unchanged', () => {
  for (const url of [
    'https://shop.example/hook',
    'https://Shop.Example/Hook/',
    'https://hooks.shop.co.uk:8443/a?b=c&d[]=1#part',
    'https://bücher.example/hook',
    'https://xn--bcher-kva.example/hook',
    'https://my_shop.example',
    'HTTPS://shop.example/%7Ea/../b',
    'https://1.shop.example/',
    'https://shop.xn--wgbh1c/',
  ]) {
    assert.equal(readWebhookAddress(url, strict)?.url, url, url)
  }
})

test('http is refused if only https is allowed, except for the named hosts of the sandbox', () => {
  assert.equal(readWebhookAddress('http://shop.example/hook', strict), undefined)
  assert.notEqual(readWebhookAddress('http://shop.example/hook', rules), undefined)
  assert.equal(readWebhookAddress('http://shop.test/hook', strict)?.isNamed, true)
  assert.equal(readWebhookAddress('http://SHOP.TEST:22/hook', strict)?.isNamed, true)
  assert.equal(readWebhookAddress('http://user@shop.test/hook', strict), undefined)
})

test('a host of the own machine is accepted over http at any port of no other protocol, in its plain spelling only', () => {
  const hosts = ['localhost', '127.0.0.1', 'host.docker.internal']
  const own = new Map(hosts.map((name) => [name, { address: name, port: undefined }]))
  const sandbox = { httpsOnly: true, namedHosts: own }
  const accepts = (url: string, by: Parameters<typeof readWebhookAddress>[1]): boolean =>
    readWebhookAddress(url, by) !== undefined
  for (const host of hosts) {
    for (const url of [`http://${host}:3000/hook`, `HTTP://${host.toUpperCase()}/`, `http://${host}:80`]) {
      assert.equal(readWebhookAddress(url, sandbox)?.isNamed, true, url)
      assert.equal(accepts(url, strict), false, url)
    }
    for (const url of [`https://${host}:3000/`, `http://${host}:5432/`, `http://${host}:22/`, `http://u@${host}/`]) {
      assert.equal(accepts(url, sandbox), false, url)
    }
  }
  for (const host of ['127.1', '2130706433', '0x7f.0.0.1', '127.0.0.1.', '127.0.0.2', 'localhost.', 'loc%61lhost']) {
    assert.equal(accepts(`http://${host}:3000/`, sandbox), false, host)
  }
  const others = ['[::1]', '0.0.0.0', '10.0.0.1', '169.254.169.254', 'a.localhost', 'db.internal', 'docker.internal']
  for (const host of others) assert.equal(accepts(`http://${host}:3000/`, sandbox), false, host)
  assert.deepEqual(
    refusedAddresses.filter((url) => accepts(url, sandbox)),
    [],
  )
})

test('scheme and host become lower case, and the default port and the trailing slash are removed', () => {
  assert.equal(normalised('HTTPS://Shop.Example:443/Hook/'), 'https://shop.example/Hook')
  assert.equal(normalised('http://shop.example:80'), 'http://shop.example')
  assert.equal(normalised('https://shop.example/'), 'https://shop.example')
  assert.equal(normalised('https://shop.example:8443/'), 'https://shop.example:8443')
  assert.equal(normalised('http://shop.example:443/'), 'http://shop.example:443')
  assert.equal(normalised('https://shop.example/a/?b=C/#d'), 'https://shop.example/a/?b=C/')
  assert.equal(normalised('https://shop.example/a//'), 'https://shop.example/a')
})

test('a normalized address does not change again', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      const once = normalised(url)
      if (once !== undefined) assert.equal(normalised(once), once)
    }),
  )
})

test('no text makes reading an address throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readWebhookAddress(`https://${text}`, rules)))
})

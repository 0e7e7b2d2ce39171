import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNetwork, isPublicAddress, isReturnAddress, networkOf, wideNetworkOf } from './addresses.ts'

test('addresses assigned on the internet are public', () => {
  for (const address of [
    '8.8.8.8',
    '93.184.216.34',
    '1.1.1.1',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '2a00:1450::1',
  ]) {
    assert.equal(isPublicAddress(address), true, address)
  }
})

test('addresses of every other range, and texts that are no address, are not public', () => {
  const ranges = [
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.255.255.255',
      '169.254.169.254',
    ],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.19.255.255',
    ],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:127.0.0.1',
      '::8.8.8.8',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
    ],
    ...[
      '2001:2::1',
      '2001:10::1',
      '2001:20::1',
      '2001:db8::1',
      '2002:808:808::1',
      '3fff::1',
      '5f00::1',
      'fc00::1',
      'fd00::1',
    ],
    ...['fe80::1', 'fe80::1%eth0', '2606:4700:4700::1111%eth0', 'fec0::1', 'ff02::1', '::ffff:0:8.8.8.8', '4000::1'],
    ...['', ' 8.8.8.8', '8.8.8', '134744072', '0x8.8.8.8', '010.8.8.8', '[::1]', 'shop.example', '8.8.8.8.'],
  ]
  for (const address of ranges) assert.equal(isPublicAddress(address), false, address)
})

test('a return address is an absolute address of the web or of an app, with // after its scheme', () => {
  for (const url of [
    'https://shop.test/ok',
    'http://localhost:3000',
    'myapp://done',
    'com.shop.app:///done',
    'MyApp://done',
  ])
    assert.equal(isReturnAddress(url), true, url)
  for (const url of [
    ...[
      'mailto:a@shop.test',
      'tel:+971500000001',
      'sms:+971500000001',
      'whatsapp:send',
      'myapp:done',
      'https:shop.test',
    ],
    ...['', 'shop', '//shop.test', '/ok', ' https://shop.test', 'https://', 'javascript://shop.test/%0aalert(1)'],
    ...['view-source://shop.test', 'data://text', 'file:///etc/passwd', 'FILE://x', 'java\tscript://x'],
  ]) {
    assert.equal(isReturnAddress(url), false, url)
  }
})

test('one visitor is an IPv4 address or the first half of an IPv6 one', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('203.0.113.7:4711'), '203.0.113.7')
  assert.equal(networkOf('2001:db8:1:2::1'), '2001:db8:1:2::/64')
  assert.equal(networkOf('[2001:db8:1:2::1]:4711'), '2001:db8:1:2::/64')
  assert.equal(networkOf('[2001:db8:1:2::1]'), '2001:db8:1:2::/64')
  assert.equal(networkOf('[::ffff:203.0.113.7]:4711'), '203.0.113.7')
  assert.equal(networkOf('[fe80::1%eth0]:4711'), 'fe80:0:0:0::/64')
  assert.equal(networkOf('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff'), '2001:db8:1:2::/64')
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
  for (const text of [
    '',
    'unknown',
    'shop.test',
    '1.2.3',
    '1.2.3.4.5',
    'x'.repeat(5_000),
    '[]:1',
    '[::1',
    '[::1]x',
    '::1]:1',
  ])
    assert.equal(networkOf(text), undefined, text)
})

test('a network is one address or a range of them', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', 'fd00::/8'])
    assert.equal(isNetwork(text), true, text)
  for (const text of [
    '',
    '10',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/a',
    '::1/129',
    'loopback',
    '0x0a000001',
    '10.0.0.0/8/8',
  ])
    assert.equal(isNetwork(text), false, text)
})

test('the wider network of a visitor is a /24, or a /48 of IPv6', () => {
  assert.equal(wideNetworkOf('203.0.113.7'), '203.0.113.0/24')
  assert.equal(wideNetworkOf('::ffff:203.0.113.7'), '203.0.113.0/24')
  assert.equal(wideNetworkOf('2001:db8:1:2::1'), '2001:db8:1::/48')
  assert.equal(wideNetworkOf('2001:db8:1:2::/64'), '2001:db8:1::/48')
  assert.equal(wideNetworkOf('unknown'), undefined)
})

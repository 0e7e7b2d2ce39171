import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from './addresses.ts'

test('addresses that are given out on the internet are public', () => {
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

test('addresses of every other range, and what is no address, are not', () => {
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnUrl } from './session.ts'

const id = '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'

test('the payment id is appended to the return address, and nothing else changes', () => {
  const cases: [string, string][] = [
    ['https://shop.test/ok', `https://shop.test/ok?payment_id=${id}`],
    ['https://Shop.test/ok/?a=1', `https://Shop.test/ok/?a=1&payment_id=${id}`],
    ['https://shop.test/ok?', `https://shop.test/ok?payment_id=${id}`],
    ['https://shop.test/ok?a=1&', `https://shop.test/ok?a=1&payment_id=${id}`],
    ['https://shop.test/ok#/done', `https://shop.test/ok?payment_id=${id}#/done`],
    ['myshop://checkout/done', `myshop://checkout/done?payment_id=${id}`],
  ]
  for (const [url, expected] of cases) assert.equal(returnUrl(url, id), expected)
})

test('an address that a browser would execute is refused as a return address', () => {
  for (const url of [
    'javascript://shop.test/%0aalert(1)',
    'JavaScript:alert(1)',
    'data://text',
    'shop',
    '//shop.test',
    'mailto:orders@shop.test',
    'view-source:https://shop.test',
  ]) {
    assert.equal(returnUrl(url, id), null)
  }
  assert.equal(returnUrl(null, id), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashKey, isKey, newKey, readBearer } from './key.ts'

test('new keys have their forms, and are all different', () => {
  for (const [kind, isTest, prefix] of [
    ['secret', true, 'sk_test_'],
    ['secret', false, 'sk_'],
    ['public', true, 'pk_test_'],
    ['public', false, 'pk_'],
  ] as const) {
    const key = newKey(kind, isTest)
    assert.match(key, new RegExp(`^${prefix}[0-9a-f]{8}-`))
    assert.ok(isKey(key))
    assert.notEqual(key, newKey(kind, isTest))
    assert.equal(readBearer(`Bearer ${key}`), key)
    assert.equal(hashKey(key).length, 32)
  }
})

test('a bearer header without a valid key has no key', () => {
  const key = newKey('secret', true)
  for (const header of [
    undefined,
    '',
    'Bearer',
    key,
    `Basic ${key}`,
    `Bearer ${key}x`,
    `Bearer ${key} ${key}`,
    'Bearer sk_live_1',
  ]) {
    assert.equal(readBearer(header), undefined, header)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskPhone, parsePhone } from './phone.ts'

test('a phone is the same number in every form people type it', () => {
  for (const typed of [
    '+971500000001',
    '971500000001',
    '00971500000001',
    '0500000001',
    '500000001',
    '+971 (50) 000-0001',
    '٠٥٠٠٠٠٠٠٠١',
  ]) {
    assert.equal(parsePhone(typed, 'AE'), '+971500000001', typed)
  }
  assert.equal(parsePhone('0512345678', 'SA'), '+966512345678')
  assert.equal(parsePhone('51234567', 'KW'), '+96551234567')
  assert.equal(parsePhone('+44 7700 900123', 'AE'), '+447700900123')
})

test('what cannot be a phone is none', () => {
  for (const typed of ['', '12', 'call me', '+', '++971500000001', '1'.repeat(20)])
    assert.equal(parsePhone(typed, 'AE'), undefined, typed)
})

test('a masked phone keeps its country and its last four digits only', () => {
  assert.match(maskPhone('+971501234567'), /^\+971[^\d]+4567$/)
})

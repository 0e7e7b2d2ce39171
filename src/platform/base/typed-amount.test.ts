import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTypedAmount } from './typed-amount.ts'

test('amounts are read as people type them, in either script and with thousands set apart', () => {
  for (const text of ['1500', '1500.00', '1,500', '1,500.00', '1 500', ' 1500 ', '١٥٠٠', '١٬٥٠٠٫٠٠'])
    assert.equal(readTypedAmount(text, 'AED'), 150_000n, text)
  assert.equal(readTypedAmount('1,234,567.8', 'SAR'), 123_456_780n)
  assert.equal(readTypedAmount('0.050', 'KWD'), 50n)
})

test('a comma is never taken for a decimal point, nor left out where it stands for nothing', () => {
  for (const text of [
    '1,5',
    '1,23',
    '0,050',
    '1٬0',
    '12,34,567',
    '1,,500',
    '5\n0',
    '1 00',
    ',5',
    '1,500,',
    '-5',
    '1e3',
    '',
    '.',
  ])
    assert.equal(readTypedAmount(text, 'AED'), 'not a number', text)
  assert.equal(readTypedAmount('1,500', 'KWD'), 'not a number')
  assert.equal(readTypedAmount('1,500.000', 'KWD'), 1_500_000n)
  assert.equal(readTypedAmount('1.234', 'AED'), 'too many decimals')
})

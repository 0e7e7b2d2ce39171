import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../markets.ts'
import { readPrice } from './options.js'

test('price: a plain amount gets the decimals of its currency, rounded half up', () => {
  const read = [
    ['340', 'AED', '340.00'],
    ['340.5', 'SAR', '340.50'],
    ['340.5', 'KWD', '340.500'],
    ['340.005', 'AED', '340.01'],
    ['1.005', 'AED', '1.01'],
    ['0.30000000000000004', 'AED', '0.30'],
    ['340.0000', 'AED', '340.00'],
    ['999999999.99', 'AED', '999999999.99'],
    ['1000000000', 'KWD', ''],
  ] as const
  for (const [text, currency, expected] of read) assert.equal(readPrice(text, currency), expected, text)
})

test('price: thousands separators, Arabic digits and a currency beside the amount are read', () => {
  const read = [
    ['1,234.50', 'AED', '1234.50'],
    ['1,234,567', 'AED', '1234567.00'],
    ['1 234.50', 'AED', '1234.50'],
    ['AED 340.00', 'AED', '340.00'],
    ['340.00 د.إ.', 'AED', '340.00'],
    ['٣٤٠٫٥٠', 'SAR', '340.50'],
    ['١٬٢٣٤٫٥٠ ر.س', 'SAR', '1234.50'],
    ['1,234.500', 'KWD', '1234.500'],
  ] as const
  for (const [text, currency, expected] of read) assert.equal(readPrice(text, currency), expected, text)
})

test('price: a text with no amount, two amounts, or one that is open to doubt has no price', () => {
  const wrong = [
    '',
    'free',
    '0',
    '-5',
    'AED -5',
    '0.001',
    '340 - 500',
    '1.234,50',
    '1,5',
    '12,34',
    '1..2',
    '1e3',
    'NaN',
  ]
  for (const text of wrong) assert.equal(readPrice(text, 'AED'), '', text)
  assert.equal(readPrice('1,500', 'KWD'), '')
  assert.equal(readPrice('1,500', 'AED'), '1500.00')
})

test('price: without a currency of the service there is no price', () => {
  for (const currency of ['', 'USD', 'constructor', 'aed']) assert.equal(readPrice('340', currency), '')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencies } from './markets.ts'
import { decimalText, formatAmount, parseAmount, readTypedAmount, splitEqually } from './money.ts'

const anyCurrency = fc.constantFrom(...currencies)
const anyMinor = fc.bigInt(-999_999_999_00n, 999_999_999_00n)

test('a formatted amount is parsed back exactly', () => {
  fc.assert(
    fc.property(anyMinor, anyCurrency, (minor, currency) => {
      assert.equal(parseAmount(formatAmount(minor, currency), currency), minor)
    }),
  )
})

test("an amount has at most its currency's decimals", () => {
  assert.deepEqual(
    ['10', '10.5', '10.50', '010.50'].map((text) => parseAmount(text, 'AED')),
    [1000n, 1050n, 1050n, 1050n],
  )
  assert.equal(parseAmount('10.500', 'AED'), 'too many decimals')
  assert.equal(parseAmount('10.500', 'KWD'), 10_500n)
})

test('the largest amount is 999,999,999', () => {
  assert.equal(parseAmount('999999999.00', 'SAR'), 999_999_999_00n)
  for (const text of ['999999999.01', '1000000000', '9'.repeat(400), `-${'9'.repeat(400)}`]) {
    assert.equal(parseAmount(text, 'SAR'), 'too large', text)
  }
  assert.equal(parseAmount(`${'0'.repeat(400)}1`, 'SAR'), 100n)
})

test('a text other than digits with a point is no number', () => {
  for (const text of [
    '',
    ' 1',
    '1 ',
    '+1',
    '1e2',
    '.5',
    '5.',
    '1,0',
    '0x1',
    '٣',
    'NaN',
    'Infinity',
    '--1',
    '1.2.3',
    '1\n',
  ]) {
    assert.equal(parseAmount(text, 'AED'), 'not a number', JSON.stringify(text))
  }
})

test('a number is read as its decimal text', () => {
  assert.deepEqual(
    [10, 10.5, -0, 1e21, 1e-7].map((number) => parseAmount(decimalText(number), 'AED')),
    [1000n, 1050n, 0n, 'too large', 'too many decimals'],
  )
  assert.equal(parseAmount(decimalText(Number.POSITIVE_INFINITY), 'AED'), 'not a number')
})

test('parts are equal except for the last, and sum to the whole', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 1, max: 12 }), (minor, parts) => {
      const split = splitEqually(minor, parts)
      assert.equal(
        split.reduce((sum, part) => sum + part, 0n),
        minor,
      )
      assert.ok(split.every((part, index) => index === parts - 1 || part === split[0]))
      assert.ok((split[parts - 1] ?? 0n) - (split[0] ?? 0n) < BigInt(parts))
    }),
  )
})

test('typed amounts may be in either script, with groups of thousands', () => {
  for (const text of ['1500', '1500.00', '1,500', '1,500.00', '1 500', ' 1500 ', '١٥٠٠', '١٬٥٠٠٫٠٠'])
    assert.equal(readTypedAmount(text, 'AED'), 150_000n, text)
  assert.equal(readTypedAmount('1,234,567.8', 'SAR'), 123_456_780n)
  assert.equal(readTypedAmount('0.050', 'KWD'), 50n)
})

test('a comma is never a decimal point, and is refused where it groups nothing', () => {
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countries } from '../../../platform/base/markets.ts'
import { amountRange, guess, isGuessed, rangeOf, termsOf } from './search-terms.ts'

const payment = { orderReference: '', currency: 'AED', amountMinor: 34_000n, buyerEmail: '', buyerPhone: '' } as const

/** Whether a payment with these values is found by the text. */
function isFound(typed: string, findable: Partial<Parameters<typeof termsOf>[0]>): boolean {
  const terms = termsOf({ ...payment, ...findable })
  const guessed = guess(typed, ['AE'])
  const isInRange = guessed.begins
    .map(rangeOf)
    .some(({ first, behind }) => terms.some((term) => first <= term && term < behind))
  assert.equal(isInRange, isGuessed(guessed, terms))
  return isInRange
}

test('a payment is found by its id, without case and spaces', () => {
  const id = '0198c0de-0000-7000-8000-00000000abcd'
  assert.equal(guess(` ${id.toUpperCase()}\u200f `, ['AE']).id, id)
  assert.equal(guess('0198c0de', ['AE']).id, undefined)
})

test('a payment is found by its order reference and by its beginning, without case and spaces', () => {
  for (const typed of ['Order-1001', 'ORDER - 1001', ' order-1001\u200e', 'order-10', 'order-١٠٠١']) {
    assert.ok(isFound(typed, { orderReference: 'Order-1001' }), typed)
  }
  assert.ok(isFound('order1001', { orderReference: 'ORDER 1001' }))
  assert.ok(!isFound('1001', { orderReference: 'Order-1001' }))
})

test('a payment is found by its phone in every common form', () => {
  const sent = [
    ...['+971501234567', '971501234567', '0501234567', '00971501234567'],
    ...['+971 (0)50 123-4567', '٠٥٠١٢٣٤٥٦٧', '501234567'],
  ]
  const typed = [
    ...[...sent, '971 50 123 4567', '(050) 123 4567', '4567', '123 4567'],
    ...[' +٩٧١٥٠١٢٣٤٥٦٧ ', '\u202a+971 50 123 4567\u202c'],
  ]
  for (const buyerPhone of sent) {
    for (const text of typed) assert.ok(isFound(text, { buyerPhone }), `${text} finds ${buyerPhone}`)
  }
  for (const text of ['567', '+966501234567', '0501234568', '50123456', 'call 0501234567']) {
    assert.ok(!isFound(text, { buyerPhone: '+971501234567' }), text)
  }
  assert.ok(isFound('0001', { buyerPhone: '+971500000001' }))
})

test("a phone without a country code has the country of the payment's store", () => {
  const found = (text: string): boolean =>
    isGuessed(guess(text, ['AE', 'KW']), termsOf({ ...payment, currency: 'KWD', buyerPhone: '51234567' }))
  assert.ok(found('+96551234567') && found('51234567') && found('0096551234567'))
  assert.ok(!found('+97151234567'))
})

test('a payment is found by its e-mail and by its beginning, without case and spaces', () => {
  for (const typed of ['Sara@Example.com', 'sara@ex', ' SARA @example.com']) {
    assert.ok(isFound(typed, { buyerEmail: 'sara@example.COM' }), typed)
  }
  assert.ok(!isFound('example.com', { buyerEmail: 'sara@example.com' }))
})

test('a payment is found by its amount, with and without decimals, separators and currency', () => {
  for (const typed of [
    '1340',
    '1340.0',
    '1340.00',
    '1,340.00',
    'AED 1340',
    'aed1,340',
    '1340 AED',
    '١٬٣٤٠٫٠٠',
    'د.إ.\u200f 1340',
  ])
    assert.ok(isFound(typed, { amountMinor: 134_000n }), typed)
  for (const typed of ['134', '1340.01', '13400', '01340', 'SAR 1340', 'AED 1340 AED', '1340 cats', '-1340'])
    assert.ok(!isFound(typed, { amountMinor: 134_000n }), typed)
  assert.ok(isFound('0.5', { amountMinor: 50n }))
})

test('amounts sort like their terms, in every currency', () => {
  const amounts = fc.record({
    currency: fc.constantFrom('AED', 'SAR', 'KWD'),
    amountMinor: fc.bigInt(0n, 10n ** 12n - 1n),
  })
  const bounds = fc.option(fc.bigInt(0n, 999_999_999_999n), { nil: undefined })
  fc.assert(
    fc.property(amounts, bounds, bounds, (amount, from, to) => {
      const term = termsOf({ ...payment, ...amount }).at(-1) ?? ''
      const { first, behind } = amountRange(from, to)
      const thousandths = amount.currency === 'KWD' ? amount.amountMinor : amount.amountMinor * 10n
      const isBetween = (from ?? 0n) <= thousandths && (to === undefined || thousandths <= to)
      assert.equal(first <= term && term < behind, isBetween)
    }),
  )
})

test('no typed text fails, and a blank text finds nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void guess(text, countries)))
  for (const blank of ['', '  ', '\u200f', '\u0000']) {
    assert.deepEqual(guess(blank, countries), { id: undefined, begins: [] })
  }
})

test('a search for a sent value finds its payment', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 18 })
  fc.assert(fc.property(digits, (phone) => assert.ok(isFound(phone, { buyerPhone: phone }), phone)))
  fc.assert(fc.property(digits, (phone) => assert.ok(isFound(`+${phone}`, { buyerPhone: `+${phone}` }), phone)))
  const texts = fc.string({ unit: 'grapheme' }).filter((text) => guess(text, []).begins.length > 0)
  fc.assert(fc.property(texts, (text) => assert.ok(isFound(text, { orderReference: text }))))
  const long = 'a'.repeat(254) + '😀'.repeat(20)
  assert.ok(isFound(long, { orderReference: long }))
})

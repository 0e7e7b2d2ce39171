import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Books } from '../../../../testkit/fee-books.ts'
import { least } from '../../../platform/base/money.ts'
import { feeRefunds } from '../../../platform/merchants/stores/fee-rates.ts'
import type { Payment } from '../payment.ts'
import { percentOf } from './fee.ts'

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const percentParts = (of: Payment['captures'] | Payment['refunds']): bigint =>
  sum(of.map(({ feeMinor, feeFixedMinor }) => feeMinor - feeFixedMinor))
const fixedParts = (of: Payment['captures'] | Payment['refunds']): bigint =>
  sum(of.map(({ feeFixedMinor }) => feeFixedMinor))

test('fee: a capture costs its percentage and the VAT on it, and a refund returns its share of both', () => {
  const books = new Books({ percent: 500, vatPercent: 500 })
  assert.deepEqual(books.capture(340_00n), [17_00n, 85n])
  assert.deepEqual(books.refund(40_00n), [-2_00n, -10n])
})

test('fee: halves are rounded away from zero, to the minor unit of the currency', () => {
  assert.deepEqual([percentOf(9n, 500), percentOf(10n, 500), percentOf(11n, 500)], [0n, 1n, 1n])
  assert.deepEqual([percentOf(-9n, 500), percentOf(-10n, 500), percentOf(-11n, 500)], [0n, -1n, -1n])
  // 1.250 KWD at 2.75 % are 0.034375 KWD, and 5 % of 0.034 KWD are 0.0017 KWD.
  assert.deepEqual(new Books({ percent: 275, vatPercent: 500 }, 'KWD').capture(1_250n), [34n, 2n])
})

test('fee: each capture is rounded separately, and refunds return the fee of the refunded sum, at most the charged fee', () => {
  const roundedUp = new Books({ percent: 500 })
  for (let count = 0; count < 10; count += 1) assert.deepEqual(roundedUp.capture(10n), [1n, 0n])
  assert.deepEqual(roundedUp.refund(100n), [-5n, 0n])
  const roundedDown = new Books({ percent: 500 })
  for (let count = 0; count < 10; count += 1) assert.deepEqual(roundedDown.capture(9n), [0n, 0n])
  assert.deepEqual(roundedDown.refund(90n), [0n, 0n])
})

test('fee: refunds in small parts return the fee of one refund of their sum', () => {
  const books = new Books({ percent: 500 })
  books.capture(100n)
  const parts = Array.from({ length: 10 }, () => books.refund(10n)[0])
  assert.deepEqual(parts, [-1n, 0n, -1n, 0n, -1n, 0n, -1n, 0n, -1n, 0n])
})

test('fee: the fixed fee is charged with the first capture only', () => {
  const books = new Books({ percent: 500, fixedMinor: 1_00n, vatPercent: 500 })
  assert.deepEqual(books.capture(100_00n), [6_00n, 30n])
  assert.deepEqual(books.capture(100_00n), [5_00n, 25n])
  assert.deepEqual(books.refund(200_00n), [-10_00n, -50n])
})

test('fee: with `all` the fixed fee is returned with the refund that completes the sum, and not before', () => {
  const books = new Books({ percent: 500, fixedMinor: 1_00n, vatPercent: 500, refund: 'all' })
  books.capture(100_00n)
  assert.deepEqual(books.refund(99_99n), [-5_00n, -25n])
  assert.deepEqual(books.refund(1n), [-1_00n, -5n])
  const fixedAlone = new Books({ fixedMinor: 1_00n, refund: 'all' })
  fixedAlone.capture(100_00n)
  assert.deepEqual(fixedAlone.refund(100_00n), [-1_00n, 0n])
})

test('fee: with `all` the fixed part is returned when the captured sum is refunded, although the order was larger', () => {
  const books = new Books({ percent: 500, fixedMinor: 1_00n, vatPercent: 500, refund: 'all' }, 'AED', 300_00n)
  books.capture(200_00n)
  assert.deepEqual(books.refund(200_00n), [-11_00n, -55n])
})

test('fee: with `none` a refund returns no fee, and stores its rates', () => {
  const books = new Books({ percent: 500, fixedMinor: 1_00n, vatPercent: 500, refund: 'none' })
  books.capture(100_00n)
  assert.deepEqual(books.refund(100_00n), [0n, 0n])
  assert.equal(books.fees.at(-1)?.rates.refund, 'none')
})

test('fee: a refund uses the rates of its own time, and returns at most the charged fee', () => {
  const raised = new Books({ percent: 500, vatPercent: 500 })
  raised.capture(100_00n)
  raised.set({ percent: 800 })
  assert.deepEqual(raised.capture(100_00n), [8_00n, 40n])
  assert.deepEqual(raised.refund(150_00n), [-12_00n, -60n])
  assert.deepEqual(raised.refund(50_00n), [-1_00n, -5n])
  const lowered = new Books({ percent: 500 })
  lowered.capture(100_00n)
  assert.deepEqual(lowered.refund(40_00n), [-2_00n, 0n])
  lowered.set({ percent: 100 })
  assert.deepEqual(lowered.refund(40_00n), [0n, 0n])
  lowered.set({ percent: 500 })
  assert.deepEqual(lowered.refund(20_00n), [-3_00n, 0n])
  // The current fixed part was not charged.
  const fixed = new Books({ fixedMinor: 1_00n, refund: 'all' })
  fixed.capture(100_00n)
  fixed.set({ fixedMinor: 9_00n })
  assert.deepEqual(fixed.refund(100_00n), [-1_00n, 0n])
})

test('fee: a store without fees stores none', () => {
  const books = new Books({ vatPercent: 500, refund: 'all' })
  books.capture(340_00n)
  books.refund(40_00n)
  assert.deepEqual(books.fees, [undefined, undefined])
})

const rates = fc.record({
  percent: fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 10_000 })),
  fixedMinor: fc.bigInt({ min: 0n, max: 1_000n }),
  vatPercent: fc.integer({ min: 0, max: 10_000 }),
  refund: fc.constantFrom(...feeRefunds),
})
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 1_000_000n }))
/** Refunds as shares of the rest, in hundredths. The last refund takes the rest. */
const shares = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 12 })
const amounts = fc.array(amount, { minLength: 1, maxLength: 12 })

function refundAll(books: Books, parts: readonly number[], before: () => void = () => undefined): void {
  const left = (): bigint => books.payment.capturedMinor - books.payment.refundedMinor
  for (const part of parts) {
    const amountMinor = (left() * BigInt(part)) / 100n
    if (amountMinor === 0n) continue
    before()
    books.refund(amountMinor)
  }
  if (left() > 0n) books.refund(left())
}

test('fee: with any change of rates, the returned percentage, fixed part and VAT stay below the charged ones, and VAT is rounded once', () => {
  const history = fc.tuple(amounts, shares, fc.array(rates, { minLength: 24, maxLength: 24 }))
  fc.assert(
    fc.property(history, ([captured, refunded, changing]) => {
      const next = changing[Symbol.iterator]()
      const books = new Books({})
      for (const amountMinor of captured) {
        books.set(next.next().value ?? {})
        assert.ok(books.capture(amountMinor)[0] >= 0n)
      }
      refundAll(books, refunded, () => books.set(next.next().value ?? {}))
      let [percentLeft, fixedLeft] = [percentParts(books.payment.captures), fixedParts(books.payment.captures)]
      for (const { feeMinor, feeFixedMinor } of books.payment.refunds) {
        assert.ok(feeFixedMinor <= 0n && feeMinor <= feeFixedMinor)
        percentLeft += feeMinor - feeFixedMinor
        fixedLeft += feeFixedMinor
        assert.ok(percentLeft >= 0n && fixedLeft >= 0n)
      }
      let [exact, vat] = [0n, 0n]
      for (const fee of books.fees) {
        if (fee === undefined) continue
        assert.ok(fee.feeMinor >= 0n ? fee.vatMinor >= 0n : fee.vatMinor <= 0n)
        exact += fee.feeMinor * BigInt(fee.rates.vatPercent)
        vat += fee.vatMinor
        assert.equal(vat, exact > 0n ? (exact + 5_000n) / 10_000n : 0n)
      }
    }),
  )
})

test('fee: at constant rates, refunds return the percentage of their sum, at most the charged fee', () => {
  fc.assert(
    fc.property(amounts, shares, rates, (captured, refunded, fixed) => {
      const books = new Books({ ...fixed, refund: 'percent' })
      for (const amountMinor of captured) books.capture(amountMinor)
      const charged = percentParts(books.payment.captures)
      refundAll(books, refunded)
      let refundedMinor = 0n
      let back = 0n
      for (const { amountMinor, feeMinor, feeFixedMinor } of books.payment.refunds) {
        refundedMinor += amountMinor
        back -= feeMinor
        assert.equal(feeFixedMinor, 0n)
        assert.equal(back, least(percentOf(refundedMinor, fixed.percent), charged))
      }
    }),
  )
})

test('fee: with `all` and constant rates, a fully refunded payment costs only the rounding of its captures, and nothing after one capture', () => {
  fc.assert(
    fc.property(amounts, shares, rates, (captured, refunded, fixed) => {
      const books = new Books({ ...fixed, refund: 'all' })
      for (const amountMinor of captured) books.capture(amountMinor)
      refundAll(books, refunded)
      const { captures, refunds } = books.payment
      assert.equal(fixedParts(captures) + fixedParts(refunds), 0n)
      const kept = percentParts(captures) + percentParts(refunds)
      const roundedUp = percentParts(captures) - percentOf(sum(captured), fixed.percent)
      assert.equal(kept, roundedUp > 0n ? roundedUp : 0n)
      // Half a minor unit for each capture and for their sum.
      assert.ok(2n * kept <= BigInt(captured.length + 1))
      if (captured.length === 1) assert.equal(kept, 0n)
    }),
  )
})

test('fee: a percentage is rounded to the nearest minor unit, and halves away from zero', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 10_000 }), (of, part) => {
      const off = percentOf(of, part) * 10_000n - of * BigInt(part)
      const away = of < 0n ? -off : off
      assert.ok(-5_000n < away && away <= 5_000n)
    }),
  )
})

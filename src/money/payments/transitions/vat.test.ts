import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Books } from '../../../../testkit/fee-books.ts'
import { percentOf } from './fee.ts'

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Captures AED 1,800 in 1,000 parts and refunds it in 900. */
function captureAndRefundInParts(books: Books): void {
  for (let part = 0; part < 1_000; part += 1) books.capture(1_80n)
  for (let part = 0; part < 900; part += 1) books.refund(2_00n)
}

const vatOf = (books: Books): bigint => sum(books.fees.map((fee) => fee?.vatMinor ?? 0n))

test('VAT: 1,000 captures and 900 refunds of the same money leave no VAT', () => {
  const books = new Books({ percent: 500, vatPercent: 500 })
  captureAndRefundInParts(books)
  assert.equal(sum(books.fees.map((fee) => fee?.feeMinor ?? 0n)), 0n)
  assert.equal(vatOf(books), 0n)
})

test('VAT: small fees add up to the VAT on their sum', () => {
  const books = new Books({ percent: 500, vatPercent: 500 })
  const vat = Array.from({ length: 10 }, () => books.capture(1_00n)[1])
  assert.deepEqual(vat, [0n, 1n, 0n, 0n, 0n, 1n, 0n, 0n, 0n, 1n])
  // 5 % of 0.50 are 0.025, rounded to 0.03.
  assert.equal(vatOf(books), 3n)
})

test('VAT: a changed rate applies to later fees, and no refund returns more than was charged', () => {
  const raised = new Books({ percent: 500, vatPercent: 500 })
  assert.deepEqual(raised.capture(100_00n), [5_00n, 25n])
  raised.set({ vatPercent: 1_500 })
  assert.deepEqual(raised.capture(100_00n), [5_00n, 75n])
  assert.deepEqual(raised.refund(100_00n), [-5_00n, -75n])
  assert.deepEqual(raised.refund(100_00n), [-5_00n, -25n])
  const lowered = new Books({ percent: 500, vatPercent: 1_500 })
  lowered.capture(100_00n)
  lowered.set({ vatPercent: 500 })
  assert.deepEqual(lowered.refund(100_00n), [-5_00n, -25n])
})

/** A movement of version 0.1.0: its VAT is rounded separately. */
function postEarlier(books: Books, move: 'capture' | 'refund', amountMinor: bigint): void {
  const { exactVat, vatMinor } = books.payment
  const [feeMinor] = books[move](amountMinor)
  const vat = vatMinor + percentOf(feeMinor, books.payment.feeRates.vatPercent)
  books.payment = {
    ...books.payment,
    vatMinor: vat,
    exactVat: exactVat + feeMinor * BigInt(books.payment.feeRates.vatPercent),
  }
}

test('VAT: captures after an upgrade charge no more until the sum of before is reached', () => {
  const books = new Books({ percent: 500, vatPercent: 500 })
  // 0.10 of fees each, 0.005 of VAT, posted as 0.01.
  for (let part = 0; part < 10; part += 1) postEarlier(books, 'capture', 2_00n)
  assert.equal(books.payment.vatMinor, 10n)
  assert.deepEqual(books.capture(20_00n), [1_00n, 0n])
  assert.deepEqual(books.capture(20_00n), [1_00n, 5n])
  assert.equal(books.payment.vatMinor, 15n)
})

test('VAT: refunds after an upgrade return an overcharge, and nothing after an excessive refund', () => {
  const roundedUp = new Books({ percent: 500, vatPercent: 500 })
  for (let part = 0; part < 10; part += 1) postEarlier(roundedUp, 'capture', 2_00n)
  roundedUp.refund(20_00n)
  assert.equal(roundedUp.payment.vatMinor, 0n)
  const overpaid = new Books({ percent: 500, vatPercent: 500 })
  for (let part = 0; part < 10; part += 1) overpaid.capture(1_80n)
  for (let part = 0; part < 6; part += 1) postEarlier(overpaid, 'refund', 2_00n)
  assert.equal(overpaid.payment.vatMinor, -1n)
  assert.deepEqual(overpaid.refund(6_00n), [-30n, 0n])
})

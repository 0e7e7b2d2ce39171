import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureEntries, customerRefundEntries, downPaymentEntries, refundEntries } from './entries.ts'

for (const [entries, debit, credit] of [
  [downPaymentEntries, 'cash', 'customer'],
  [captureEntries, 'customer', 'merchant'],
  [refundEntries, 'merchant', 'customer'],
  [customerRefundEntries, 'customer', 'cash'],
] as const) {
  test(`${entries.name} debit ${debit} and credit ${credit} the same amount`, () => {
    assert.deepEqual(
      entries(7n).map(({ account, amountMinor }) => [account, amountMinor]),
      [
        [debit, 7n],
        [credit, -7n],
      ],
    )
    for (const nothing of [0n, -1n]) assert.throws(() => entries(nothing), /moves nothing/)
  })
}

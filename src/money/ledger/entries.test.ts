import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  captureEntries,
  confirmedReturnEntries,
  customerRefundEntries,
  downPaymentEntries,
  failedReturnEntries,
  feeEntries,
  payoutEntries,
  refundEntries,
} from './entries.ts'

for (const [entries, debit, credit] of [
  [downPaymentEntries, 'card_clearing', 'customer_receivable'],
  [captureEntries, 'customer_receivable', 'merchant_payable'],
  [refundEntries, 'merchant_payable', 'customer_receivable'],
  [customerRefundEntries, 'customer_receivable', 'refunds_payable'],
  [confirmedReturnEntries, 'refunds_payable', 'card_clearing'],
  [failedReturnEntries, 'refunds_payable', 'customer_receivable'],
  [payoutEntries, 'merchant_payable', 'merchant_paid_out'],
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

test('a fee debits the merchant, a refunded fee credits the merchant, and zero has no entry', () => {
  const shown = (entries: ReturnType<typeof feeEntries>) =>
    entries.map(({ account, amountMinor }) => [account, amountMinor])
  assert.deepEqual(shown(feeEntries(17n, 1n)), [
    ['merchant_payable', 17n],
    ['fee_income', -17n],
    ['merchant_payable', 1n],
    ['fee_vat_payable', -1n],
  ])
  assert.deepEqual(shown(feeEntries(-17n, 0n)), [
    ['fee_income', 17n],
    ['merchant_payable', -17n],
  ])
  assert.deepEqual(feeEntries(0n, 0n), [])
})

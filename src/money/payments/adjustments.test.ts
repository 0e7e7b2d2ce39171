import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPayment } from '../../../testkit/plan-payment.ts'
import { adjustmentsOf } from './adjustments.ts'

test('a discount takes off the same, whatever its sign; amounts of zero are left out', () => {
  const payment = newPayment(340_00n, 'AED', 0)
  const adjustments = (shipping_amount: string, discount_amount: string, tax_amount: string) => {
    const order = { ...payment.order, order: { shipping_amount, discount_amount, tax_amount, items: [] } }
    return adjustmentsOf({ ...payment, order })
  }
  assert.deepEqual(adjustments('0.00', '42.50', '0.00'), [{ kind: 'discount', amountMinor: 42_50n }])
  assert.deepEqual(adjustments('10.00', '-42.50', '-1.00'), [
    { kind: 'shipping', amountMinor: 10_00n },
    { kind: 'discount', amountMinor: 42_50n },
    { kind: 'tax', amountMinor: -1_00n },
  ])
})

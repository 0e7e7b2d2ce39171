import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../merchants/merchant.ts'
import { prescore } from './prescore.ts'

const store = { smallestOrderMinor: 100n, largestOrderMinor: 200n } as Store
const judge = (amountMinor: bigint, phone = '1', isTest = true) => prescore({ amountMinor, phone, isTest }, store)

test("an order within the store's limits is accepted, the limits included", () => {
  assert.deepEqual(
    [99n, 100n, 200n, 201n].map((minor) => judge(minor)),
    ['order_amount_too_low', null, null, 'order_amount_too_high'],
  )
})

test('with test keys a phone that ends in 0002 is refused, in any form', () => {
  for (const phone of ['+971500000002', '0500-000 002', '0002']) assert.equal(judge(150n, phone), 'not_available')
  assert.equal(judge(150n, '00021'), null)
  assert.equal(judge(150n, '+971500000002', false), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal, type WrongField, wrongValue } from '../../platform/base/refusals.ts'
import { AmountReader } from './amounts.ts'
import { itemsFrom } from './items.ts'

function wrongOf(amounts: AmountReader): readonly WrongField[] {
  try {
    amounts.finish()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.fields ?? []
  }
  return []
}

const signs = { unitPrice: 'positive', discount: 'positive' } as const

test('each wrong amount is reported once, after the wrong fields found before', () => {
  const amounts = new AmountReader('AED', [wrongValue('$.amount', 'is odd')])
  itemsFrom([{ unit_price: '1.0.5' }, { unit_price: '5', discount_amount: '-1' }], amounts, '$.items', signs)
  amounts.complain('$.amount', 'negative')
  assert.deepEqual(
    wrongOf(amounts).map(({ field, message }) => [field, message]),
    [
      ['$.amount', 'is odd'],
      ['$.items[0].unit_price', 'must be a decimal number'],
      ['$.items[1].discount_amount', 'must be zero or more'],
    ],
  )
})

test('of 40,000 wrong amounts the first hundred are reported', () => {
  const amounts = new AmountReader('AED')
  itemsFrom(Array(40_000).fill({ unit_price: 'x' }), amounts, '$.items', signs)
  const wrong = wrongOf(amounts)
  assert.deepEqual([wrong.length, wrong.at(-1)?.field], [100, '$.items[99].unit_price'])
})

test('correct amounts are accepted', () => {
  const amounts = new AmountReader('AED')
  itemsFrom([{ unit_price: 5 }], amounts, '$.items', signs)
  assert.deepEqual(wrongOf(amounts), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCardNumber } from '../../proof/customer.ts'
import { readCard } from '../../src/money/checkout/card/card.ts'
import type { Random } from '../../testkit/random.ts'

/** Draws these digits in turn, then ones. */
function drawing(digits: readonly number[]): Random {
  const left = [...digits]
  const draw = (): number => left.shift() ?? 1
  return {
    next: draw,
    between: draw,
    chance: () => false,
    pick: ([first]) => first ?? assert.fail('nothing to pick from'),
  }
}

test('the page accepts every card that a customer of the proof may draw, of any range', () => {
  for (let range = 0; range < 10_000; range += 1) {
    const number = newCardNumber(drawing([...String(range).padStart(4, '0')].map(Number)))
    const read = readCard({ number, expiry: '12/39', security_code: '123' }, Date.UTC(2026, 0, 1))
    assert.ok('card' in read, `${number}: ${JSON.stringify(read)}`)
  }
})

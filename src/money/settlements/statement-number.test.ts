import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Currency } from '../../platform/base/markets.ts'
import { statementNumberOf } from './statement-number.ts'

test('no two stores, modes or periods share a number, not even where a code looks like the end of one', () => {
  const codes = ['a', 'a-AED-2026', 'a-AED-2026-11', 'a-TEST', 'a-AED-2026-11-TEST']
  const numbers = codes.flatMap((merchantCode) =>
    (['AED', 'KWD'] as readonly Currency[]).flatMap((currency) =>
      [true, false].flatMap((isTest) =>
        ['2026-11', '2026-12', '2026-11-05', '2026-11-11'].map((period) =>
          statementNumberOf({ merchantCode, currency, isTest }, period),
        ),
      ),
    ),
  )
  assert.equal(new Set(numbers).size, numbers.length)
})

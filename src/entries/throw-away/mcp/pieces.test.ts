import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fittingRows, maxAnswerChars, pieceChars, pieceOf, requireFitting } from './pieces.ts'

test('a text that fits is answered as it is, and a longer one in pieces', () => {
  assert.equal(pieceOf('short'), 'short')
  const text = 'x'.repeat(pieceChars + 1)
  assert.equal(pieceOf(text), `${text.slice(1)}\n\n[characters 0 to 20000 of 20001; go on with offset 20000]`)
  assert.equal(pieceOf(text, pieceChars), 'x\n\n[characters 20000 to 20001 of 20001; this is the end]')
  assert.throws(() => pieceOf('short', 5), /^CannotRun: offset 5: the text has 5 characters$/)
})

test('rows are answered while they fit, and at least one', () => {
  const row = 'x'.repeat(pieceChars / 2 - 2)
  assert.deepEqual(fittingRows([row, row, row]), [row, row])
  const large = 'x'.repeat(pieceChars)
  assert.deepEqual(fittingRows([large, large]), [large])
  assert.deepEqual(fittingRows([]), [])
  assert.deepEqual(fittingRows(['a', 'b', 'c'], 6), ['a', 'b'])
})

test('an answer above the limit is refused', () => {
  const text = 'x'.repeat(maxAnswerChars)
  assert.equal(requireFitting(text), text)
  assert.throws(() => requireFitting(`${text}x`), /the answer has 25001 characters, and 25000 at most are answered$/)
})

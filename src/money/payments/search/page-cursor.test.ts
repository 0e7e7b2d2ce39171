import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatCursor, parseCursor } from './page-cursor.ts'

test('a cursor in an address is read back unchanged', () => {
  const cursors = fc.record(
    {
      createdAt: fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') }),
      id: fc.uuid(),
    },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = formatCursor(cursor)
      assert.match(text, /^[\w-]+$/)
      assert.deepEqual(parseCursor(text), cursor)
    }),
  )
})

test('a text that is no cursor is refused', () => {
  const beyond = Buffer.from(`${8.64e15} 0198c0de-0000-7000-8000-000000000000`).toString('base64url')
  for (const text of ['', 'x', beyond, undefined, null, ['a'], 7]) assert.equal(parseCursor(text), undefined)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(parseCursor(text), undefined)))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newOrderedId, newSecretId, parseId } from './ids.ts'

test('ordered ids are UUIDs of version 7, all different, and sort by their creation', () => {
  const ids = Array.from({ length: 50_000 }, newOrderedId)
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids.slice(0, 1_000))
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const tails = new Set(ids.map((id) => id.slice(-8)))
  assert.ok(tails.size > 49_000, 'their ends are random')
})

test('an id is read in any case and kept in lower case; any other text is refused', () => {
  const id = newSecretId()
  assert.equal(parseId(id.toUpperCase()), id)
  for (const wrong of ['', '1', `${id}0`, id.replaceAll('-', ''), `{${id}}`, id.replace(/^./, 'g'), ` ${id}`]) {
    assert.equal(parseId(wrong), undefined, wrong)
  }
})

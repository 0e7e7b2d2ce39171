import assert from 'node:assert/strict'
import { test } from 'node:test'
import MiniSearch from 'minisearch'
import { openFinder } from './finder.js'

test('docs search: a long query is cut to twelve different words, and short words match no prefixes', () => {
  const queries: string[] = []
  class Recording extends MiniSearch {
    override search(...query: Parameters<MiniSearch['search']>) {
      queries.push(String(query[0]))
      return super.search(...query)
    }
  }
  const entry = { id: 0, title: 'Capture', page: 'Capture', address: '/docs/capture', text: 'Take the money.' }
  const find = openFinder(Recording as typeof MiniSearch, [entry])
  assert.equal(find(`capture ${'s '.repeat(90)}`, 5).length, 1)
  assert.equal(find(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '), 5).length, 0)
  assert.equal(find('ca', 5).length, 0)
  assert.equal(find('cap', 5).length, 1)
  assert.equal(queries[0], 'capture s')
  assert.ok(queries.every((query) => query.split(' ').length <= 12))
})

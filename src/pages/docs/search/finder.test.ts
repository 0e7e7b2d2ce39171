import assert from 'node:assert/strict'
import { test } from 'node:test'
import MiniSearch from 'minisearch'
import { openFinder } from './finder.js'

test('of a long question twelve different words are looked for, and short ones not as beginnings', () => {
  const asked: string[] = []
  class Recording extends MiniSearch {
    override search(...question: Parameters<MiniSearch['search']>) {
      asked.push(String(question[0]))
      return super.search(...question)
    }
  }
  const entry = { id: 0, title: 'Capture', page: 'Capture', address: '/docs/capture', text: 'Take the money.' }
  const find = openFinder(Recording as typeof MiniSearch, [entry])
  assert.equal(find(`capture ${'s '.repeat(90)}`, 5).length, 1)
  assert.equal(find(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '), 5).length, 0)
  assert.equal(find('ca', 5).length, 0)
  assert.equal(find('cap', 5).length, 1)
  assert.equal(asked[0], 'capture s')
  assert.ok(asked.every((question) => question.split(' ').length <= 12))
})

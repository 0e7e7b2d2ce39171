import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { contents, guidesFolder, readGuides } from '../../src/pages/docs/guides/contents.ts'
import { fitsJson, fitsLines } from './answers.ts'
import { blocksOf } from './blocks.ts'
import { checkedElsewhere } from './run-guide.ts'

const guides = readGuides().flatMap((part) => part.guides)

test('every guide is in the contents once', () => {
  const names = contents.flatMap((part) => part.names)
  assert.equal(new Set(names).size, names.length)
  const files = readdirSync(guidesFolder).filter((file) => file.endsWith('.md'))
  assert.deepEqual(
    files.filter((file) => !names.includes(file.slice(0, -'.md'.length))),
    [],
  )
  assert.equal(guides.length, files.length)
})

test('every code block is of a kind that is run, or names its check', () => {
  for (const guide of guides) {
    const blocks = blocksOf(guide)
    const elsewhere = Object.keys(checkedElsewhere[guide.name] ?? {})
    const unused = elsewhere.filter((info) => !blocks.some((block) => block.info === info))
    assert.deepEqual(unused, [], guide.name)
    for (const [index, { fence, info, text }] of blocks.entries()) {
      if (elsewhere.includes(info)) continue
      assert.ok(fence.kind !== 'unknown' && fence.kind !== 'by-hand', `${guide.name}: \`\`\`${info}\n${text}`)
      assert.doesNotMatch(fence.kind === 'run' ? text : '', /^\$ /m, `${guide.name} has a prompt`)
      if (fence.kind !== 'file') continue
      const later = blocks.slice(index + 1).some((other) => other.text.includes(fence.name.replace(/^.*\//, '')))
      assert.ok(later, `${guide.name}: nothing later uses ${fence.name}`)
    }
  }
})

test('a guide shows the relevant parts of an answer', () => {
  const payment = { id: 'a1', amount: '10.00', items: [{ n: 1 }, { n: 2 }] }
  assert.ok(fitsJson(payment, { id: '…', items: [{ n: 1 }, '…'] }))
  assert.ok(fitsJson(payment, { amount: '10.00', '…': '…' }))
  assert.ok(fitsJson({ url: 'http://127.0.0.1:1/hpp/?a=1' }, { url: '…/hpp/?a=…' }))
  for (const wrong of [{ id: 'a2' }, { amount: 10 }, { items: [{ n: 1 }] }, { items: { n: 1 } }, { status: '…' }, null])
    assert.ok(!fitsJson(payment, wrong), JSON.stringify(wrong))
  assert.ok(fitsLines(['a 12 b', 'c'], ['a … b', 'c']))
  assert.ok(fitsLines(['a', 'b', 'c'], ['a', '…']))
  for (const wrong of [['a 12 b'], ['a … c', 'c'], ['a 12 b', 'c', 'd']])
    assert.ok(!fitsLines(['a 12 b', 'c'], wrong), wrong.join())
})

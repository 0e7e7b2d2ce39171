import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contents, guidesFolder, readGuides } from '../../src/pages/docs/guides/contents.ts'
import { languageOf } from '../../src/pages/docs/guides/languages.ts'
import { fitsJson, fitsLines } from './answers.ts'
import { blocksOf } from './blocks.ts'
import { checkedElsewhere } from './run-guide.ts'
import { clients, root } from './sandbox.ts'

/** Files that the clients have, or that compare one with the SDK. */
const sdkOnly = ['same.mjs', 'verify.mjs']

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
      // Commands name the JavaScript file.
      const name = fence.name.replace(/^.*\//, '').replace(/\.(py|php)$/, '.mjs')
      const later = blocks.slice(index + 1).some((other) => other.text.includes(name))
      assert.ok(later, `${guide.name}: nothing later uses ${fence.name}`)
    }
  }
})

test('the commands that every reader runs stand in a block with a copy button', () => {
  const lines = guides.flatMap((guide) => blocksOf(guide).flatMap(({ text }) => text.split('\n')))
  for (const command of [
    ...['npm install ', 'npm pack ', 'npx qist exec -- bash', 'npx qist exec -- npm test', 'npx qist sandbox '],
    ...['npx qist certify ', 'npx qist trigger ', 'npx qist listen ', 'npx qist logs --follow', 'npx qist mcp'],
  ])
    assert.ok(
      lines.some((line) => line.replace(/^\w+=\S+ /, '').startsWith(command)),
      command,
    )
})

test('a file of a shop is there in JavaScript, Python and PHP, one after the other', () => {
  // The SDK is for JavaScript, and the last two are of a page and of a Node project.
  const ofNode = ['sdk', 'on-site-messaging', 'in-your-ci']
  for (const guide of guides) {
    const files = blocksOf(guide).flatMap(({ fence, info }) =>
      fence.kind === 'file' && languageOf(info) ? fence.name : [],
    )
    const expected = files
      .filter((name) => /\.m?js$/.test(name))
      .flatMap((name) => {
        const [base = ''] = name.split('.')
        return ofNode.includes(guide.name) || sdkOnly.includes(name) ? [name] : [name, `${base}.py`, `${base}.php`]
      })
    assert.deepEqual(files, expected, guide.name)
  }
})

test('the guide to Python and PHP has the whole clients', () => {
  const blocks = blocksOf(guides.find(({ name }) => name === 'python-and-php') ?? assert.fail('no such guide'))
  for (const client of clients) {
    const block = blocks.find(({ fence }) => fence.kind === 'example' && fence.path === client)
    assert.equal(`${block?.text}\n`, readFileSync(join(root, client), 'utf8'), client)
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

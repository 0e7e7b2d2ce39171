import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardBrowserRules, hasPaid, rememberBrowser } from './card-browsers.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const browser = (index: number): Buffer => Buffer.alloc(32, index)

test('a browser is remembered for 180 days after it paid last', () => {
  const once = rememberBrowser([], browser(1), now)
  assert.equal(hasPaid(once, browser(1), now + cardBrowserRules.rememberedMs - 1), true)
  assert.equal(hasPaid(once, browser(1), now + cardBrowserRules.rememberedMs), false)
  assert.equal(hasPaid(once, browser(2), now), false)
  const twice = rememberBrowser(once, browser(1), now + 1_000)
  assert.equal(twice.length, 1)
  assert.equal(hasPaid(twice, browser(1), now + cardBrowserRules.rememberedMs), true)
  assert.equal(rememberBrowser(once, browser(2), now + cardBrowserRules.rememberedMs).length, 1)
})

test('the ten browsers that paid last are remembered', () => {
  let known = rememberBrowser([], browser(0), now)
  for (let index = 1; index <= 10; index += 1) known = rememberBrowser(known, browser(index), now + index)
  assert.equal(known.length, cardBrowserRules.most)
  assert.equal(hasPaid(known, browser(0), now + 20), false)
  for (let index = 1; index <= 10; index += 1) assert.equal(hasPaid(known, browser(index), now + 20), true)
})

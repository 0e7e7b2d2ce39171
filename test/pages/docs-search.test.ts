import assert from 'node:assert/strict'
import { test } from 'node:test'
import MiniSearch from 'minisearch'
import type { Page } from 'playwright-core'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import { entriesOf } from '../../src/pages/docs/search/entries.ts'
import { openFinder } from '../../src/pages/docs/search/finder.js'
import type { ApiDocument } from '../../src/platform/http/api-document.ts'
import { openDocs } from './docs-browser.ts'

const docs = openDocs()
const guide = '/docs/in-your-ci'

const hits = (page: Page) => page.locator('.results a')

/** The results of a search, best first, in the browser and from the server. */
async function found(page: Page, question: string): Promise<string[]> {
  await page.locator('#search').fill(question)
  await hits(page).first().waitFor()
  const shown = await hits(page).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const answer = await fetch(`${docs.url()}/docs/search?q=${encodeURIComponent(question)}`)
  const [, list = ''] = (await answer.text()).split('<ol class="hits">')
  const listed = [...list.matchAll(/<li><a href="([^"]+)">/g)].map(([, address = '']) => address)
  const served = listed.filter((address) => shown.includes(address))
  assert.deepEqual(served, shown, 'both find the same')
  return shown
}

test('search: finds sections of guides and operations, without requests to other hosts', async () => {
  await docs.on(guide, {}, async (page, { requests }) => {
    assert.equal((await found(page, 'refund a payment'))[0], '/docs/reference/payments#refundPayment')
    assert.ok(
      (await found(page, 'sandbox for more than one command')).includes(
        '/docs/in-your-ci#a-sandbox-for-more-than-one-command',
      ),
    )
    assert.ok((await found(page, 'capturePayment')).includes('/docs/reference/payments#capturePayment'))
    // A typing error, and an unfinished word.
    assert.ok((await found(page, 'workflwo')).includes('/docs/in-your-ci#the-workflow'))
    // Code, in any language.
    for (const name of ['timingSafeEqual', 'compare_digest', 'hash_equals'])
      assert.ok((await found(page, name)).includes('/docs/receive-webhooks#without-the-sdk'), name)
    assert.equal((await found(page, 'python receiver'))[0], '/docs/receive-webhooks#the-receiver')
    assert.ok((await found(page, 'confirm.py')).includes('/docs/confirm-the-payment#one-function-for-it'))
    assert.ok((await found(page, 'captu')).includes('/docs/reference/payments#capturePayment'))
    for (const url of requests) assert.ok(url.startsWith(docs.url()), url)
  })
})

test('search: each error of the API leads first to the page that explains it', async () => {
  const description = (await (await fetch(`${docs.url()}/openapi.json`)).json()) as ApiDocument
  const entries = entriesOf(readGuides(), description)
  assert.ok(JSON.stringify(entries).length < 300_000, 'browsers fetch all of it')
  const find = openFinder(MiniSearch, entries)
  const answered = JSON.stringify(description.paths).matchAll(/"error":("(?:[^"\\]|\\.)*")/g)
  const texts = new Set([...answered].map(([, text = '']) => JSON.parse(text) as string))
  assert.ok(texts.size > 50)
  for (const text of texts) {
    const [hit] = find(text, 1)
    const first = entries.find(({ address }) => address === hit?.address)
    assert.ok(`${first?.title} ${first?.text}`.includes(text), `${text}: ${first?.address}`)
  }
})

test('search: works by keyboard; slash opens, arrows choose, Enter follows, Escape closes', async () => {
  await docs.on(guide, {}, async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type('capture a payment')
    await hits(page).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/reference/payments#capturePayment')
    await page.keyboard.press('/')
    await page.keyboard.type('webhook')
    await hits(page).first().waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.results').isVisible(), false)
    assert.equal(await page.locator('#search').inputValue(), '')
    await page.keyboard.type('webhook')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/search?q=webhook')
  })
})

test('search without script: the server answers the same form', async () => {
  await docs.on(guide, { javaScriptEnabled: false }, async (page) => {
    await page.locator('#search').fill('capture')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/search?q=capture')
    assert.ok((await page.locator('.hits a').count()) > 5)
  })
})

test('search: the query is escaped, at any length', async () => {
  for (const question of ['"><script>alert(1)</script>', 'x'.repeat(5_000), '', '   ', '%', '*', '\u0000']) {
    const answer = await fetch(`${docs.url()}/docs/search?q=${encodeURIComponent(question)}`)
    assert.equal(answer.status, 200, question.slice(0, 20))
    const page = await answer.text()
    assert.doesNotMatch(page, /<script>/)
    assert.ok(page.length < 100_000)
  }
})

test('search without results: the page says so', async () => {
  await docs.on(guide, {}, async (page) => {
    await page.locator('#search').fill('qzxv')
    await page.getByText('Nothing has these words.').waitFor()
  })
})

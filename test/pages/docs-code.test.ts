import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import { openDocs } from './docs-browser.ts'

const docs = openDocs()
const paths = [
  ...readGuides().flatMap((part) => part.guides.map(({ name }) => `/docs/${name}`)),
  ...['/docs', '/docs/reference/checkout', '/docs/reference/sandbox-faults'],
]

/** Describes visible code boxes that hide code: too wide, too high, or below the button. */
const findHidden = (page: Page) =>
  page.locator('figure.code:visible').evaluateAll((figures) =>
    figures.flatMap((figure) => {
      const code = figure.querySelector('pre')
      if (code === null) return ['a box without code']
      const top = figure.querySelector('figcaption')?.getBoundingClientRect().bottom ?? 0
      const isWhole =
        code.scrollWidth <= code.clientWidth &&
        code.scrollHeight <= code.clientHeight &&
        code.getBoundingClientRect().top >= top &&
        figure.scrollWidth <= figure.clientWidth
      return isWhole ? [] : [code.textContent?.slice(0, 60) ?? '']
    }),
  )

for (const width of [390, 1280]) {
  test(`code boxes show their whole code at ${width} points`, async () => {
    await docs.on('/docs', { viewport: { width, height: 844 } }, async (page) => {
      for (const path of paths) {
        await page.goto(docs.url() + path)
        assert.ok((await page.locator('figure.code:visible').count()) > 0 || !path.includes('reference'), path)
        assert.deepEqual(await findHidden(page), [], path)
      }
    })
  })
}

test('code is set in the font of the docs, a small file that browsers keep', async () => {
  await docs.on('/docs/quick-start', {}, async (page, { requests, complaints }) => {
    await page.evaluate('document.fonts.ready')
    assert.equal(await page.evaluate(`document.fonts.check('13px "Plex Mono"')`), true)
    const [address = '', ...others] = requests.filter((url) => url.endsWith('.woff2'))
    assert.deepEqual(others, [])
    const answer = await fetch(address)
    assert.equal(answer.headers.get('content-type'), 'font/woff2')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.ok((await answer.arrayBuffer()).byteLength <= 25_000)
    // All letters have the same width.
    const widths = await page.evaluate(`[...'iW0'].map((letter) => {
      const context = document.createElement('canvas').getContext('2d')
      context.font = '13px "Plex Mono"'
      return context.measureText(letter).width
    })`)
    assert.equal(new Set(widths as number[]).size, 1)
    assert.deepEqual(complaints, [])
  })
})

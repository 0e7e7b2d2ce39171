import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext } from 'playwright-core'
import { assets } from '../../src/payment-page/assets.ts'
import { renderOrder } from '../../src/payment-page/views/order.ts'
import { wordsFor } from '../../src/payment-page/words/words.ts'
import { openBrowser } from './browser.ts'
import { serveSamples } from './sample-server.ts'
import { sampleModel, sampleViews } from './samples.ts'

const langs = ['en', 'ar'] as const
const documents = new Map<string, string>(
  langs.flatMap((lang) => Object.entries(sampleViews(lang)).map(([name, page]) => [`/${lang}/${name}`, page] as const)),
)
const largeAmounts = {
  amountMinor: 50_000_000n,
  currency: 'KWD',
  country: 'KW',
  storeName: 'A store with a name of many words & more',
} as const
const largeParts = sampleModel('en').parts.map((part) => ({ ...part, amountMinor: 12_500_000n }))
for (const lang of langs) {
  for (const [name, page] of Object.entries(sampleViews(lang, { ...largeAmounts, parts: largeParts }))) {
    documents.set(`/large/${lang}/${name}`, page)
  }
}

let browser: Browser
let samples: Awaited<ReturnType<typeof serveSamples>>
before(async () => {
  browser = await openBrowser()
  samples = await serveSamples(documents)
})
after(async () => {
  await browser.close()
  samples.close()
})

async function onEachView(
  options: Parameters<Browser['newContext']>[0],
  paths: Iterable<string>,
  look: (page: Awaited<ReturnType<BrowserContext['newPage']>>, path: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(samples.url + path)
      await look(page, path)
    }
  } finally {
    await context.close()
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with any view in either language, ${colorScheme}`, async () => {
    const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
    const usual = [...documents.keys()].filter((path) => !path.startsWith('/large/'))
    // Only colours differ in the dark.
    const rules =
      colorScheme === 'dark'
        ? "['color-contrast']"
        : "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
    const found: string[] = []
    await onEachView(
      { viewport: { width: 390, height: 844 }, colorScheme, reducedMotion: 'reduce' },
      usual,
      async (page, path) => {
        await page.evaluate(axe)
        const result = (await page.evaluate(`axe.run(document, { runOnly: ${rules} })`)) as AxeResults
        for (const violation of result.violations) {
          found.push(`${path}: ${violation.id} at ${violation.nodes.map((node) => node.html).join(' ')}`)
        }
      },
    )
    assert.deepEqual(found, [])
  })
}

test('no view is wider than a screen of 320 points, also with large amounts, and every target is 44 points high', async () => {
  const wrong: string[] = []
  await onEachView({ viewport: { width: 320, height: 640 } }, documents.keys(), async (page, path) => {
    const tooWide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (tooWide !== 0) wrong.push(`${path} is ${tooWide} too wide`)
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.part-amount, .part-date, .sums dd, button, a.primary')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).map((e) => e.textContent)`,
    )
    if ((cut as string[]).length > 0) wrong.push(`${path} cuts ${cut}`)
    const small = await page.evaluate(
      `[...document.querySelectorAll('button, input:not([type=hidden]), summary, a:not(.skip):not(p a)')].filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.textContent)`,
    )
    if ((small as string[]).length > 0) wrong.push(`${path} has small targets ${small}`)
  })
  assert.deepEqual(wrong, [])
})

test('a page with all its files is at most 60 KB and names no other host', () => {
  const files = assets.reduce((sum, asset) => sum + asset.body.length, 0)
  for (const [path, document] of documents) {
    assert.ok(Buffer.byteLength(document) + files <= 60_000, `${path}: ${Buffer.byteLength(document) + files} bytes`)
    const addresses = [...document.matchAll(/(?:src|href|action)="([^"]*)"/g)].map((match) => match[1] ?? '')
    const outside = addresses.filter(
      (address) => !/^(\/|#)/.test(address) && !address.startsWith('https://shop.example/'),
    )
    assert.deepEqual(outside, [], path)
    assert.doesNotMatch(document, /<script(?![^>]* src=)|\sstyle=|\son[a-z]+=/, `${path} has inline script or style`)
  }
  for (const asset of assets) assert.doesNotMatch(asset.body.toString(), /url\(|@import|https?:\/\/(?!www\.w3\.org)/)
})

test('a page is drawn in at most ten milliseconds', () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ title: `Item ${index}`, quantity: 1, amountMinor: 100n }))
  const model = sampleModel('ar', { items })
  const words = wordsFor('ar', 'AE')
  const times = Array.from({ length: 30 }, () => {
    const startedAt = performance.now()
    renderOrder(model, words, { phone: '+971500000001' })
    return performance.now() - startedAt
  })
  const median = times.sort((a, b) => a - b)[15] ?? Number.POSITIVE_INFINITY
  assert.ok(median <= 10, `${median} ms`)
})

test('whatever a shop or a customer writes is shown as text', () => {
  const evil = '"><script>alert(1)</script>'
  const items = [{ title: evil, quantity: 1, amountMinor: 1n }]
  for (const page of Object.values(sampleViews('en', { storeName: evil, orderReference: evil, items }))) {
    assert.doesNotMatch(page, /<script>/)
  }
  assert.doesNotMatch(renderOrder(sampleModel('en'), wordsFor('en', 'AE'), { phone: evil }), /<script>/)
})

test('amounts, dates and digits are those of the language and the country', () => {
  assert.equal(wordsFor('en', 'AE').money(12_500_50n, 'AED'), 'AED\u00a012,500.50')
  assert.match(wordsFor('ar', 'SA').money(85_00n, 'SAR'), /٨٥٫٠٠.*ر\.س/)
  assert.match(wordsFor('ar', 'AE').money(85_00n, 'AED'), /85\.00.*د\.إ/)
  assert.equal(wordsFor('en', 'SA').longDate('2026-12-21'), '21 December 2026')
  assert.equal(wordsFor('ar', 'SA').shortDate('2026-12-21'), '٢١ ديسمبر')
  assert.match(wordsFor('en', 'KW').money(1_234n, 'KWD'), /1\.234/)
})

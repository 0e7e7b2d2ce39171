import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { assets } from '../../src/pages/account/assets.ts'
import { ar } from '../../src/pages/account/words/ar.ts'
import { en } from '../../src/pages/account/words/en.ts'
import { sampleAccountViews } from './account-samples.ts'
import { openBrowser } from './browser.ts'
import { serveSamples } from './sample-server.ts'
import { findInViews, findTooMuch, findTooNarrow, type ViewFindings } from './view-checks.ts'

const langs = ['en', 'ar'] as const
const largeAmounts = { currency: 'KWD', storeName: 'A store with a name of many words & more' } as const
const usual = new Map<string, string>()
const documents = new Map<string, string>()
for (const lang of langs) {
  for (const [name, page] of Object.entries(sampleAccountViews(lang))) usual.set(`/${lang}/${name}`, page)
  for (const [name, page] of Object.entries(sampleAccountViews(lang, largeAmounts, 12_500_000n)))
    documents.set(`/large/${lang}/${name}`, page)
}
const large = [...documents.keys()]
for (const [path, page] of usual) documents.set(path, page)

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

const uncut = '.number, .status, .facts dd'
let found: Promise<ViewFindings> | undefined
/** The three tests below share one visit to each view. */
const findOnce = (): Promise<ViewFindings> => {
  found ??= findInViews({ browser, url: samples.url }, usual.keys(), uncut)
  return found
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with any view of the account in either language, ${colorScheme}`, async () => {
    assert.deepEqual((await findOnce()).axe[colorScheme], [])
  })
}

test('no view is wider than 320 points, also with large amounts, and every target is 44 points high', async () => {
  assert.deepEqual((await findOnce()).tooNarrow, [])
  assert.deepEqual(await findTooNarrow({ browser, url: samples.url }, large, uncut), [])
})

test('a page with all its files is at most 60 KB and names no other host', () => {
  assert.deepEqual(findTooMuch(documents, assets, /^https:\/\/bank\.example\//), [])
})

test('texts of shops are escaped', () => {
  const evil = '"><script>alert(1)</script>'
  for (const page of Object.values(sampleAccountViews('en', { storeName: evil, orderReference: evil })))
    assert.doesNotMatch(page, /<script>/)
})

test('a printed receipt shows the payments and no buttons', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${samples.url}/en/receipt`)
  assert.equal(await page.locator('button[data-print]').isVisible(), true)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.receipt .number').first().isVisible(), true)
  for (const pressed of ['a', 'button']) {
    for (const one of await page.locator(pressed).all()) assert.equal(await one.isVisible(), false)
  }
  await context.close()
})

test('no English text remains in the Arabic views', () => {
  const same = Object.keys(en).filter((key) => {
    const [english, arabic] = [en, ar].map((texts) => texts[key as keyof typeof en])
    return typeof english === 'string' && english === arabic
  })
  assert.deepEqual(same, [])
})

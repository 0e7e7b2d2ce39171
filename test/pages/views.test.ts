import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { assets } from '../../src/pages/payment-page/assets.ts'
import type { ViewModel } from '../../src/pages/payment-page/view-model.ts'
import { renderOrder } from '../../src/pages/payment-page/views/order.ts'
import { wordsFor } from '../../src/pages/payment-page/words.ts'
import { standardTerms } from '../../src/platform/merchants/stores/plan-terms.ts'
import { openBrowser } from './browser.ts'
import { serveSamples } from './sample-server.ts'
import { sampleModel, samplePlan, sampleViews } from './samples.ts'
import { findInViews, findTooMuch, findTooNarrow, type ViewFindings } from './view-checks.ts'

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
const largePlan = samplePlan(50_000_000n, standardTerms)
for (const lang of langs) {
  for (const [name, page] of Object.entries(
    sampleViews(lang, { ...largeAmounts, plan: largePlan, plans: [largePlan] }),
  )) {
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

const uncut = '.part-amount, .part-date, .sums dd'
let found: Promise<ViewFindings> | undefined
/** The three tests below share one visit to each view. */
const findOnce = (): Promise<ViewFindings> => {
  const usual = [...documents.keys()].filter((path) => !path.startsWith('/large/'))
  found ??= findInViews({ browser, url: samples.url }, usual, uncut)
  return found
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with any view in either language, ${colorScheme}`, async () => {
    assert.deepEqual((await findOnce()).axe[colorScheme], [])
  })
}

test('no view is wider than 320 points, also with large amounts, and every target is 44 points high', async () => {
  const large = [...documents.keys()].filter((path) => path.startsWith('/large/'))
  assert.deepEqual((await findOnce()).tooNarrow, [])
  assert.deepEqual(await findTooNarrow({ browser, url: samples.url }, large, uncut), [])
})

test('a page with all its files is at most 60 KB and names no other host', () => {
  assert.deepEqual(findTooMuch(documents, assets, /^https:\/\/shop\.example\//), [])
})

test('a page is rendered in at most ten milliseconds', () => {
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

/** Returns the labels and amounts below the items. */
function linesBelowItems(changes: Partial<ViewModel>): string[] {
  const page = renderOrder(sampleModel('en', changes), wordsFor('en', 'AE'), { phone: '' })
  const lines = page.matchAll(
    /<li class="(?:soft|order-total)">\s*<span>(.*?)<\/span><span class="number">(.*?)<\/span>/g,
  )
  return [...lines].map(([, label, amount]) => `${label} ${amount?.replaceAll(/[^\d.-]/g, '')}`)
}

test('the folded order names delivery, tax and discount, so that it adds up to the total', () => {
  assert.deepEqual(linesBelowItems({}), ['Delivery 30.00', 'Discount -10.00', 'Tax, included 16.19', 'Total 340.00'])
  assert.deepEqual(linesBelowItems({ amountMinor: 356_19n }).slice(-2), ['Tax 16.19', 'Total 356.19'])
  assert.deepEqual(linesBelowItems({ adjustments: [] }), ['Total 340.00'])
})

test('texts of shops and customers are escaped', () => {
  const evil = '"><script>alert(1)</script>'
  const items = [{ title: evil, quantity: 1, amountMinor: 1n }]
  for (const page of Object.values(sampleViews('en', { storeName: evil, orderReference: evil, items }))) {
    assert.doesNotMatch(page, /<script>/)
  }
  assert.doesNotMatch(renderOrder(sampleModel('en'), wordsFor('en', 'AE'), { phone: evil }), /<script>/)
})

test('amounts, dates and digits follow the language and the country', () => {
  assert.equal(wordsFor('en', 'AE').money(12_500_50n, 'AED'), 'AED\u00a012,500.50')
  assert.match(wordsFor('ar', 'SA').money(85_00n, 'SAR'), /٨٥٫٠٠.*ر\.س/)
  assert.match(wordsFor('ar', 'AE').money(85_00n, 'AED'), /85\.00.*د\.إ/)
  assert.equal(wordsFor('en', 'SA').longDate('2026-12-21'), '21 December 2026')
  assert.equal(wordsFor('ar', 'SA').shortDate('2026-12-21'), '٢١ ديسمبر')
  assert.match(wordsFor('en', 'KW').money(1_234n, 'KWD'), /1\.234/)
})

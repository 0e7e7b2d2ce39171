import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import type { Guide } from '../../src/pages/docs/guides/guide.ts'
import { openDocs } from './docs-browser.ts'

const docs = openDocs()
const longest = readGuides()
  .flatMap((part) => part.guides)
  .toSorted((one, other) => other.markdown.length - one.markdown.length)
  .slice(0, 2)
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }
const viewports = [phone, desktop, { width: 390, height: 420 }, { width: 1280, height: 420 }]

/** Each heading of a guide, with the section of the contents list that it belongs to. */
function headingsOf({ sections }: Guide): { id: string; section: string }[] {
  let section = ''
  return sections.slice(1).map(({ id, depth }) => {
    if (depth === 2) section = id
    return { id, section }
  })
}

/** Two frames later the script has marked the section. */
const settle = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
const markedOn = async (page: Page): Promise<string | null | undefined> => {
  await settle(page)
  return page.evaluate("document.querySelector('.on-page [aria-current]')?.getAttribute('href')?.slice(1)")
}

for (const viewport of viewports) {
  test(`guides: a link to any heading marks its section, ${viewport.width} × ${viewport.height}`, async () => {
    for (const guide of longest) {
      await docs.on(`/docs/${guide.name}`, { viewport, reducedMotion: 'reduce' }, async (page) => {
        const wrong: string[] = []
        for (const { id, section } of headingsOf(guide)) {
          await page.goto(`${docs.url()}/docs/${guide.name}#${id}`)
          const marked = await markedOn(page)
          if (marked !== section) wrong.push(`${guide.name}#${id} marks ${marked} instead of ${section}`)
          const top = (await page.locator(`[id="${id}"]`).boundingBox())?.y ?? -1
          if (top < 56 || top > viewport.height - 20) wrong.push(`${guide.name}#${id} is at ${top}`)
        }
        assert.deepEqual(wrong, [])
      })
    }
  })
}

test('guides: a finding opens the certificate at its check, also in a new tab, on a phone and on a desktop', async () => {
  const [certificate] = longest
  assert.equal(certificate?.name, 'get-your-certificate')
  const checks = headingsOf(certificate as Guide).filter(({ id }) => /^[a-z]\d+$/.test(id))
  assert.ok(checks.length > 20)
  for (const viewport of [phone, desktop]) {
    for (const { id, section } of checks.filter((_, index) => index % 4 === 0)) {
      await docs.on(`/docs/get-your-certificate#${id}`, { viewport, reducedMotion: 'reduce' }, async (page) => {
        assert.equal(await markedOn(page), section, id)
        const top = (await page.locator(`#${id}`).boundingBox())?.y ?? -1
        // The end of the page cannot scroll further.
        const isEnd = await page.evaluate('innerHeight + scrollY > document.documentElement.scrollHeight - 2')
        assert.ok(top >= 56 && top < (isEnd ? 800 : 100), `${id} is at ${top}`)
      })
    }
  }
})

test('guides: scrolling marks each section in turn, the last one at the end, and none before the first', async () => {
  await docs.on('/docs/get-your-certificate', { viewport: desktop, reducedMotion: 'reduce' }, async (page) => {
    assert.equal(await markedOn(page), undefined)
    const order: (string | null | undefined)[] = []
    const height = (await page.evaluate('document.documentElement.scrollHeight')) as number
    for (let y = 0; y < height; y += 300) {
      await page.evaluate(`scrollTo(0, ${y})`)
      const marked = await markedOn(page)
      if (marked !== undefined && marked !== order.at(-1)) order.push(marked)
    }
    const expected = longest[0]?.sections.filter(({ depth }) => depth === 2).map(({ id }) => id) ?? []
    assert.equal(order.at(-1), expected.at(-1))
    assert.deepEqual(
      order,
      expected.filter((id) => order.includes(id)),
    )
  })
})

test('reference: a link to an operation marks it in the navigation', async () => {
  await docs.on('/docs/reference/payments', { viewport: desktop, reducedMotion: 'reduce' }, async (page) => {
    for (const id of ['listPayments', 'capturePayment', 'closePayment', 'refundPayment']) {
      await page.goto(`${docs.url()}/docs/reference/payments#${id}`)
      await settle(page)
      const marked = await page.locator('.side [aria-current="true"]').getAttribute('href')
      assert.equal(marked, `#${id}`)
    }
  })
})

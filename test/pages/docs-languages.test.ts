import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDocs } from './docs-browser.ts'

const docs = openDocs()
const guide = '/docs/confirm-the-payment'

/** The visible files of the reader's language, and the visible commands that run one. */
async function shownIn(page: Page): Promise<string[]> {
  const figures = page.locator('[data-language] figure:visible')
  const texts = await figures.evaluateAll((all) =>
    all.map((figure) => {
      const label = figure.querySelector('figcaption span')?.textContent ?? ''
      const code = figure.querySelector('code')?.textContent ?? ''
      return label === 'Shell' ? (/\S+ confirm\.\w+/.exec(code)?.[0] ?? '') : label
    }),
  )
  return [...new Set(texts)]
}

test('guides: a language holds for all code of a page, for other pages and for the next visit', async () => {
  await docs.on(guide, {}, async (page, { complaints }) => {
    assert.deepEqual(await shownIn(page), ['confirm.mjs', 'node confirm.mjs', 'examples/shop/settle.js'])
    await page.getByRole('button', { name: 'Python' }).nth(1).click()
    assert.deepEqual(await shownIn(page), ['confirm.py', 'python3 confirm.py', 'examples/shop-python/settle.py'])
    const pressed = page.getByRole('button', { name: 'Python', pressed: true })
    assert.equal(await pressed.count(), await page.getByRole('button', { name: 'Python' }).count())
    await page.getByRole('button', { name: 'PHP' }).first().click()
    await page.reload()
    // The example shops are in JavaScript and Python only.
    assert.deepEqual(await shownIn(page), ['confirm.php', 'php confirm.php', 'examples/shop/settle.js'])
    // A page without a JavaScript file, and then one without any other.
    await page.goto(`${docs.url()}/docs/python-and-php`)
    assert.deepEqual(await shownIn(page), ['examples/php/qist.php'])
    await page.goto(`${docs.url()}/docs/sdk`)
    assert.ok(await page.getByText('life.mjs', { exact: true }).isVisible())
    assert.deepEqual(complaints, [])
  })
})

test('guides: a language stays chosen for the page where the browser stores nothing', async () => {
  await docs.on(guide, {}, async (page, { complaints }) => {
    await page.addInitScript(() => {
      for (const name of ['getItem', 'setItem'] as const)
        Storage.prototype[name] = () => {
          throw new DOMException('denied', 'SecurityError')
        }
    })
    await page.reload()
    await page.getByRole('button', { name: 'Python' }).first().click()
    assert.deepEqual(await shownIn(page), ['confirm.py', 'python3 confirm.py', 'examples/shop-python/settle.py'])
    assert.deepEqual(complaints, [])
  })
})

test('guides: the button stays under the pointer when code above it becomes shorter', async () => {
  await docs.on('/docs/receive-webhooks', {}, async (page) => {
    const button = page.getByRole('button', { name: 'PHP' }).last()
    await button.scrollIntoViewIfNeeded()
    const before = await button.boundingBox()
    await button.click()
    const after = await button.boundingBox()
    assert.ok(Math.abs((before?.y ?? 0) - (after?.y ?? 99)) < 2, `${before?.y} ${after?.y}`)
  })
})

test('guides: without script the files of all languages are visible, and the commands once', async () => {
  await docs.on(guide, { javaScriptEnabled: false }, async (page) => {
    for (const name of ['confirm.mjs', 'confirm.py', 'confirm.php'])
      assert.ok(await page.getByText(name, { exact: true }).isVisible(), name)
    assert.equal(await page.getByRole('button', { name: 'Python' }).count(), 0)
    assert.ok(await page.getByText('node confirm.mjs 999.00').isVisible())
    assert.ok(await page.getByText('python3 confirm.py 999.00').isHidden())
  })
})

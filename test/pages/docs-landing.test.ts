import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocs } from './docs-browser.ts'

const docs = openDocs()

for (const [colorScheme, picture] of [
  ['light', 'payment-order-en-phone.png'],
  ['dark', 'payment-order-en-dark.png'],
] as const) {
  test(`the first page of the docs shows the payment page, ${colorScheme}`, async () => {
    await docs.on('/docs', { colorScheme }, async (page, { complaints }) => {
      const image = 'document.querySelector(".hero img")'
      await page.waitForFunction(`${image}.complete`)
      assert.match(String(await page.evaluate(`${image}.currentSrc`)), new RegExp(`/${picture}$`))
      // The attributes are the size of the picture, so that the text does not move when it comes.
      const sizes = `[${image}.naturalWidth, ${image}.naturalHeight].join() === [${image}.getAttribute('width'), ${image}.getAttribute('height')].join()`
      assert.equal(await page.evaluate(sizes), true)
      assert.deepEqual(complaints, [])
    })
  })
}

test('the first page of the docs has a whole payment in each language, and four ways to begin', async () => {
  await docs.on('/docs', {}, async (page) => {
    for (const [language, name] of [
      ['Python', 'life.py'],
      ['PHP', 'life.php'],
      ['JavaScript', 'life.mjs'],
    ] as const) {
      await page.getByRole('button', { name: language }).click()
      assert.ok(await page.getByText(name, { exact: true }).isVisible(), name)
    }
    const commands = await page.locator('.beginnings pre').allTextContents()
    assert.equal(commands.length, 4)
    for (const command of commands) assert.match(command, /^npx qist (exec|plugin-host|mcp)\b/)
    for (const name of ['quick-start', 'in-your-ci', 'connect-a-plugin', 'with-an-agent'])
      assert.ok(await page.locator(`.beginnings a[href="/docs/${name}"]`).isVisible(), name)
  })
})

test('the start page of a sandbox leads to its pages, and complains about nothing', async () => {
  await docs.on('/', {}, async (page, { complaints }) => {
    await page.getByRole('link', { name: 'Quick start' }).click()
    await page.waitForURL('**/docs/quick-start')
    assert.deepEqual(complaints, [])
  })
})

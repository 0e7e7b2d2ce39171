import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { addAxe, axeFindings } from '../pages/view-checks.ts'
import { keys, openShopPages, plainText, type ShopPages } from './shop-pages.ts'

// Chromium in the place of an app's web view, with each bridge as its SDK installs it
// (docs/contract/messaging.md#web-views).

let shop: ShopPages
before(async () => {
  shop = await openShopPages()
})
after(() => shop.close())

const members = { price: '340.00', currency: 'AED', lang: 'en', ...keys }

/** The bridges of the SDKs. Android's has no `postMessage`. */
const bridges = {
  android: `window.tabbyMobileSDK = {
    onChangeDimensions: (text) => hear('android size', text), onLearnMoreClicked: (text) => hear('android more', text) }`,
  ios: "window.webkit = { messageHandlers: { tabbyMobileSDK: { postMessage: (text) => hear('ios', text) } } }",
  reactNative: "window.ReactNativeWebView = { postMessage: (text) => hear('react native', text) }",
}

/** Opens the snippet in a web view with these bridges. `messages`: those that the app received. */
async function openView(path: string, installed: readonly string[], more: object = {}) {
  const context = await shop.browser.newContext({ viewport: { width: 390, height: 300 } })
  await addAxe(context)
  const messages: [string, string][] = []
  await context.exposeFunction('hear', (bridge: string, text: string) => void messages.push([bridge, text]))
  for (const content of installed) await context.addInitScript({ content })
  const page = await context.newPage()
  await page.goto(`${shop.origin}${path}?${new URLSearchParams({ ...members, ...more })}`)
  await page.locator('.box:not(.pending)').waitFor()
  return { context, page, messages }
}

async function waitFor(page: Page, isThere: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !isThere(); tries += 1)
    await page.evaluate('new Promise((r) => setTimeout(r, 20))')
  assert.ok(isThere())
}

const size = { width: 390, height: 72 }
const sizeText = JSON.stringify({ type: 'onChangeDimensions', data: size })

for (const [path, learnMore] of [
  ['/tabby-promo.html', '/promos/product-page/installments/en/'],
  ['/qist-promo.html', '/promos/installments/en/'],
] as const) {
  test(`${path}: each app hears the size and "Learn more" by its bridge, in its form`, async () => {
    const { context, page, messages } = await openView(path, Object.values(bridges))
    await waitFor(page, () => messages.length === 3)
    assert.deepEqual(messages.splice(0), [
      ['android size', JSON.stringify(size)],
      ['ios', sizeText],
      ['react native', sizeText],
    ])
    await page.locator('.more').click()
    await waitFor(page, () => messages.length === 3)
    const { publicKey: public_key, merchantCode: merchant_code } = keys
    const query = new URLSearchParams({ price: '340.00', currency: 'AED', merchant_code, public_key })
    const { price, currency, lang, publicKey, merchantCode } = members
    const url = `${shop.origin}${learnMore}?${query}`
    const data = JSON.stringify({ price, currency, lang, publicKey, merchantCode })
    const text = JSON.stringify({ type: 'onLearnMoreClicked', url, data })
    assert.deepEqual(messages, [
      ['android more', JSON.stringify({ url, data })],
      ['ios', text],
      ['react native', text],
    ])
    assert.equal(await page.locator('dialog').count(), 0)
    await context.close()
  })
}

test('size: a change is told once, also of a narrower view; a failing bridge stops nothing', async () => {
  const failing = "window.tabbyMobileSDK = { onChangeDimensions() { throw new Error('closed') } }"
  const { context, page, messages } = await openView('/tabby-promo.html', [failing, bridges.ios])
  await waitFor(page, () => messages.length === 1)
  await page.setViewportSize({ width: 320, height: 300 })
  await waitFor(page, () => messages.length === 2)
  assert.deepEqual(JSON.parse(messages[1]?.[1] ?? '').data.width, 320)
  await page.setViewportSize({ width: 320, height: 500 })
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
  assert.equal(messages.length, 2)
  await context.close()
})

test('without a bridge "Learn more" is a dialogue; without a price the address still has a question mark', async () => {
  const { context, page } = await openView('/tabby-promo.html', [])
  await page.locator('.more').click()
  await page.locator('dialog').waitFor()
  await context.close()
  const bare = { price: '', currency: '', publicKey: '', merchantCode: '', lang: 'ar' }
  const { context: other, page: view, messages } = await openView('/tabby-promo.html', [bridges.reactNative], bare)
  await view.locator('.more').click()
  await waitFor(view, () => messages.length === 2)
  assert.equal(JSON.parse(messages[1]?.[1] ?? '').url, `${shop.origin}/promos/product-page/installments/ar/?`)
  await other.close()
})

test('learn more: the opened page shows the data of the snippet that the app hands over', async () => {
  const data = JSON.stringify({ ...members, price: '100.00' })
  const { context, page } = await openView('/tabby-promo.html', [])
  const bodyText = async () => plainText(await page.locator('main').innerText())
  for (const message of [
    { type: 'initializationData', data },
    { type: 'initializationData', data: JSON.parse(data) },
  ]) {
    await page.goto(`${shop.origin}/promos/product-page/installments/en/?initializationData=x`)
    assert.match(await bodyText(), /Pay in parts/)
    await Promise.all([page.waitForNavigation(), page.evaluate(`postMessage(${JSON.stringify(message)})`)])
    assert.match(await bodyText(), /AED 100\.00 in all.*AED 25\.00/)
    const shown = page.url()
    await page.evaluate(`postMessage(${JSON.stringify(message)})`)
    for (const other of [
      'null',
      '5',
      "'x'",
      '{}',
      "{ type: 'initializationData' }",
      "{ type: 'initializationData', data: '{' }",
    ])
      await page.evaluate(`postMessage(${other})`)
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    assert.equal(page.url(), shown)
  }
  await context.close()
})

async function findings(context: BrowserContext, paths: readonly string[]): Promise<string[]> {
  const page = await context.newPage()
  const found: string[] = []
  for (const path of paths) {
    await page.goto(shop.origin + path)
    if (path.includes('.html')) await page.locator('.box:not(.pending)').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await axeFindings(page, `${path} ${colorScheme}`, 'light')))
    }
    const width = await page.evaluate('document.documentElement.scrollWidth')
    if (width !== 320) found.push(`${path} is ${width} wide`)
  }
  await context.close()
  return found
}

test('pages: axe finds nothing, and none is wider than 320 points, in both languages', async () => {
  const query = (lang: string, price: string) =>
    `price=${price}&currency=AED&lang=${lang}&publicKey=${keys.publicKey}&merchantCode=${keys.merchantCode}&public_key=${keys.publicKey}&merchant_code=${keys.merchantCode}`
  const paths = ['en', 'ar'].flatMap((lang) => [
    `/qist-promo.html?${query(lang, '340.01')}`,
    `/promos/installments/${lang}/?${query(lang, '49999.99')}`,
    `/promos/installments/${lang}/?${query(lang, '60000')}`,
    `/promos/installments/${lang}/`,
  ])
  const context = await shop.browser.newContext({ viewport: { width: 320, height: 640 } })
  await addAxe(context)
  assert.deepEqual(await findings(context, paths), [])
})

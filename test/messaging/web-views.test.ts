import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { demoKey } from '../../testkit/shop.ts'
import { openBrowser } from '../pages/browser.ts'
import { startTestService, type TestService } from '../support/service.ts'

// The snippet as a page, with the bridges of the mobile SDKs (docs/contract/messaging.md#web-views).

let [service, browser]: [TestService, Browser] = [] as never
before(async () => {
  ;[service, browser] = await Promise.all([startTestService(), openBrowser()])
})
after(async () => {
  await browser.close()
  await service.close()
})

const publicKey = demoKey(1).replace('sk_', 'pk_')

test('web view: the snippet tells its size and a press by each bridge, with exactly the members of the SDKs', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const heard: unknown[][] = []
  await context.exposeFunction('hear', (...all: unknown[]) => void heard.push(all))
  await context.addInitScript(`
    window.tabbyMobileSDK = { onChangeDimensions: (text) => hear('android', 'size', text), onLearnMoreClicked: (text) => hear('android', 'more', text) }
    window.webkit = { messageHandlers: { tabbyMobileSDK: { postMessage: (text) => hear('ios', text) } } }
    window.ReactNativeWebView = { postMessage: (text) => hear('react native', text) }`)
  const page = await context.newPage()
  const query = new URLSearchParams({
    price: '340.00',
    currency: 'AED',
    lang: 'ar',
    publicKey,
    merchantCode: 'demo_ae',
    shouldInheritBg: 'true',
  })
  await page.goto(`${service.urls.uae}/tabby-promo.html?${query}`)
  await page.locator('.snippet').waitFor()
  await page.getByRole('button', { name: 'اعرف المزيد' }).click()
  const parsed = (text: unknown) => JSON.parse(String(text))
  const find = (first: string, second?: string) =>
    heard.findLast(([a, b]) => a === first && (second === undefined || b === second))
  assert.deepEqual(Object.keys(parsed(find('android', 'size')?.[2])), ['width', 'height'])
  const more = parsed(find('android', 'more')?.[2])
  assert.deepEqual(Object.keys(more), ['url', 'data'])
  assert.deepEqual([typeof more.data, more.url.includes('?')], ['string', true])
  const ios = heard.filter(([a]) => a === 'ios').map(([, text]) => parsed(text))
  assert.deepEqual(Object.keys(ios[0]), ['type', 'data'])
  assert.deepEqual(Object.keys(ios.at(-1)), ['type', 'url', 'data'])
  assert.deepEqual(find('react native')?.[1], JSON.stringify(ios.at(-1)))
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.goto(`${more.url}&initializationData=x`)
  await page.locator('.parts li').nth(3).waitFor()
  await page.goto(`${service.urls.uae}/promos/product-page/installments/en/`)
  await page.getByRole('heading', { name: 'Pay in parts' }).waitFor()
  await page.evaluate(`postMessage({ type: 'initializationData', data: ${JSON.stringify(more.data)} })`)
  await page.locator('.parts li').nth(3).waitFor()
  await context.close()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import {
  cancelButton,
  payButton,
  sendPhone,
  typeCode,
  waitForOutcome,
  walkToConfirm,
} from '../../testkit/payment-page.ts'
import { newMerchant, openShop } from '../../testkit/shop.ts'
import { arrive, type Checkout, openCheckout, openStreet, type Street } from './customer.ts'

// Web views of the mobile SDKs: Chromium with each bridge as its SDK installs it
// (docs/contract/payment-page.md#apps).

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

/** What the bridges heard, in order. */
type Heard = (readonly [bridge: string, message: unknown])[]

const bridges = {
  ios: "window.webkit = { messageHandlers: { tabbyMobileSDK: { postMessage: (text) => hear('ios', text) } } }",
  android: "window.tabbyMobileSDK = { postMessage: (text) => hear('android', text) }",
  flutter:
    "window.flutter_inappwebview = { callHandler: (name, texts) => (hear(name + ' of flutter', texts), Promise.resolve()) }",
  reactNative: "window.ReactNativeWebView = { postMessage: (text) => hear('react native', text) }",
}

/** The heard messages of a context, whose pages have these bridges. */
async function install(context: BrowserContext, scripts: readonly string[]): Promise<Heard> {
  const heard: Heard = []
  await context.exposeFunction('hear', (bridge: string, message: unknown) => void heard.push([bridge, message]))
  for (const content of scripts) await context.addInitScript({ content })
  return heard
}

const heardOf = (message: string): Heard => [
  ['ios', message],
  ['android', message],
  ['tabbyMobileSDK of flutter', [message]],
  ['react native', message],
]

/** A page of a session with all bridges, at its first step. */
async function open(checkout: Checkout) {
  const { page, context, complaints } = await arrive(street, checkout)
  const heard = await install(context, Object.values(bridges))
  await page.reload()
  return { page, context, heard, complaints }
}

const withoutUrls = { members: { merchant_urls: {} } }

test('app: a paid session is told as authorized by each bridge, once, and again after a reload', async () => {
  const { page, context, heard, complaints } = await open(await openCheckout(street, withoutUrls))
  await walkToConfirm(page)
  assert.deepEqual(heard, [])
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.deepEqual(heard, heardOf('authorized'))
  await page.reload()
  await waitForOutcome(page, 'approved')
  assert.deepEqual(heard, [...heardOf('authorized'), ...heardOf('authorized')])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('app: a cancelled session is told as close', async () => {
  const { page, context, heard } = await open(await openCheckout(street, withoutUrls))
  await cancelButton(page).click()
  await waitForOutcome(page, 'cancelled')
  assert.deepEqual(heard, heardOf('close'))
  await context.close()
})

test('app: a refused session is told as rejected', async () => {
  const { page, context, heard } = await open(await openCheckout(street, withoutUrls))
  const answer = await street.shop.checkout('340.00', {
    buyer: { name: 'x', email: 'a@b.example', phone: '+971500000002' },
  })
  assert.deepEqual([answer.body.status, answer.body.rejection_reason_code], ['rejected', 'not_available'])
  await page.goto(`${street.service.urls.uae}/hpp/?sessionId=${answer.body.id}`)
  await waitForOutcome(page, 'refused')
  assert.deepEqual(heard, heardOf('rejected'))
  await context.close()
})

test('app: an expired session is told as expired', async () => {
  const merchant = await newMerchant(openShop(street.service.urls.uae, ''))
  const shop = openShop(street.service.urls.uae, merchant.keys.test.secret, { merchantCode: 'main' })
  const { page, context, heard } = await open(await openCheckout(street, { shop, ...withoutUrls }))
  await shop.call('POST', '/sandbox/clock', { advance: 'PT1H' })
  await page.reload()
  await waitForOutcome(page, 'expired')
  assert.deepEqual(heard, heardOf('expired'))
  await context.close()
})

test('app: a locked session is told as close when its button is pressed, and not before', async () => {
  const { page, context, heard } = await open(await openCheckout(street, withoutUrls))
  await sendPhone(page)
  for (let tries = 0; tries < 5 && !(await page.locator('.outcome-locked').isVisible()); tries += 1) {
    await Promise.all([page.waitForNavigation(), typeCode(page, '0000')])
  }
  await waitForOutcome(page, 'locked')
  assert.deepEqual(heard, [])
  await page.locator('.outcome-locked ~ * button, .outcome-locked ~ form button').first().click()
  await waitForOutcome(page, 'cancelled')
  assert.deepEqual(heard, heardOf('close'))
  await context.close()
})

test('app: a bridge of Flutter that comes later hears the outcome once; a failing bridge stops nothing', async () => {
  const checkout = await openCheckout(street, withoutUrls)
  const { page, context } = await arrive(street, checkout)
  const failing = "window.tabbyMobileSDK = { postMessage() { throw new Error('closed') } }"
  const heard = await install(context, [failing, bridges.reactNative])
  await cancelButton(page).click()
  await waitForOutcome(page, 'cancelled')
  assert.deepEqual(heard, [['react native', 'close']])
  await page.evaluate(
    `${bridges.flutter}; dispatchEvent(new Event('flutterInAppWebViewPlatformReady')); dispatchEvent(new Event('flutterInAppWebViewPlatformReady'))`,
  )
  assert.deepEqual(heard, [
    ['react native', 'close'],
    ['tabbyMobileSDK of flutter', ['close']],
  ])
  await context.close()
})

test('app: after the message the page returns to the shop as without a bridge', async () => {
  const { page, context, heard } = await open(await openCheckout(street))
  await cancelButton(page).click()
  await page.waitForURL(`${street.shopUrl}/cancel**`)
  assert.deepEqual(heard, heardOf('close'))
  await context.close()
})

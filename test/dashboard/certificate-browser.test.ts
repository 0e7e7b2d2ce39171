import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { orderWithoutReference } from '../../testkit/flawed-order.ts'
import { openBrowser } from '../pages/browser.ts'
import { press } from '../pages/keyboard.ts'
import { findForeignWords, findInViews } from '../pages/view-checks.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
const url = api.service.urls.uae
let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await api.close()
})

const base = '/dashboard/test/developers/certificate'
const cookiesOf = ({ cookies }: BackOfficeVisitor) => [...cookies].map(([name, value]) => ({ name, value }))

/** A new merchant, and a browser in which its admin is signed in. */
async function newDeveloper(options: BrowserContextOptions = {}) {
  const merchant = await api.newMerchant()
  const visitor = await signInAt(url, `admin@${merchant.id.slice(-12)}.test`)
  const context = await browser.newContext(options)
  await context.addCookies(cookiesOf(visitor).map((cookie) => ({ ...cookie, url })))
  return { shop: merchant.test, visitor, page: await context.newPage() }
}

const resultOf = (page: Page, check: string) => page.locator(`tr:has(th:has-text("${check}")) .tag`)

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'tells by itself how it goes on' : 'tells when the page is loaded again'
  test(`a run is started by keyboard, ${how}, and ended with its findings`, async () => {
    const { shop, page } = await newDeveloper({ javaScriptEnabled })
    await page.goto(url + base)
    await press(page, '#begin button[type=submit]')
    await page.locator('#now').getByText('certificate.plain@example.com').waitFor()
    await orderWithoutReference(shop)
    const notice = page.locator('#now').getByText('The sandbox is playing')
    if (javaScriptEnabled) {
      // The page does not refresh while a person uses it.
      await page.locator('h1').click()
      await notice.waitFor()
    } else {
      await page.getByText('See how it stands now').click()
      assert.equal(await notice.isVisible(), true)
    }
    await press(page, `form[action$="/stop"] button`)
    await page.locator('#finding-m1').waitFor()
    assert.equal(await resultOf(page, 'M1').innerText(), 'Failed')
    assert.equal(await resultOf(page, 'W5').innerText(), 'Not exercised')
    await press(page, '#finding-m1 .exchanges a')
    await page.waitForURL('**/developers/journal/*')
    await page.context().close()
  })
}

test('the requests of a finding pass the checks of every page, in both languages and themes', async () => {
  const { shop, visitor, page } = await newDeveloper()
  await visitor.get(base)
  const { location } = await visitor.send(`${base}/begin`, { profile: 'webhooks', scenario_plain: 'yes', seed: '7' })
  await orderWithoutReference(shop)
  await visitor.send(`${location}/stop`)
  for (const lang of ['en', 'ar'] as const) {
    await visitor.send('/dashboard/lang', { lang })
    const { text } = await visitor.get(location)
    assert.match(text, /class="exchanges"/)
    // The advice of P6 names a call.
    const names = ['Qist', 'English', 'العربية', 'Shop', 'POST /sandbox/clock']
    assert.deepEqual(findForeignWords([[location, text]], lang, names), [])
    const found = await findInViews({ browser, url, cookies: cookiesOf(visitor) }, [location], '.tag')
    assert.deepEqual(found, { axe: { light: [], dark: [] }, tooNarrow: [] })
  }
  await page.context().close()
})

test('the page of a waiting run passes the checks of every page, in both languages and themes', async () => {
  const { visitor, page } = await newDeveloper()
  await visitor.get(base)
  const { location } = await visitor.send(`${base}/begin`, { profile: 'webhooks', scenario_plain: 'yes', seed: '7' })
  for (const lang of ['en', 'ar'] as const) {
    await visitor.send('/dashboard/lang', { lang })
    const views = { browser, url, cookies: cookiesOf(visitor) }
    for (const path of [location, base]) {
      const { text } = await visitor.get(path)
      assert.match(text, new RegExp(`<html lang="${lang}"`))
      const names = ['Qist', 'English', 'العربية', 'Shop']
      assert.deepEqual(findForeignWords([[path, text]], lang, names), [])
    }
    const found = await findInViews(views, [location, base], '.figures dd, .tag')
    assert.deepEqual(found, { axe: { light: [], dark: [] }, tooNarrow: [] })
  }
  await page.context().close()
})

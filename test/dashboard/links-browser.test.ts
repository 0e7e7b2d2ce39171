import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { payButton, waitForOutcome, walkToConfirm } from '../../testkit/payment-page.ts'
import { openBrowser } from '../pages/browser.ts'
import { addAxe, axeFindings } from '../pages/view-checks.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'

const api = await openTestApi()
const { service } = api
const url = service.urls.uae
let browser: Browser
let merchant: NewMerchant
before(async () => {
  ;[browser, merchant] = await Promise.all([openBrowser(), api.newMerchant()])
})
after(async () => {
  await browser.close()
  await api.close()
})

const phoneSize = { viewport: { width: 390, height: 844 } }
const wideSize = { viewport: { width: 1280, height: 900 } }

async function openPage(options: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  await addAxe(context)
  return { context, page: await context.newPage() }
}

/** The merchant's browser, in a language. */
async function openDashboard(lang: string, options: BrowserContextOptions): Promise<Page> {
  const visitor = await signInAt(url, `admin@${merchant.id.slice(-12)}.test`)
  await visitor.get('/dashboard/test')
  await visitor.send('/dashboard/lang', { lang, next: '/dashboard/test' })
  const { context, page } = await openPage(options)
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })))
  return page
}

async function assertFine(page: Page, javaScriptEnabled: boolean): Promise<void> {
  // axe is a script.
  if (javaScriptEnabled) assert.deepEqual(await axeFindings(page, page.url(), 'light'), [])
  const width = await page.evaluate(() => document.documentElement.scrollWidth).catch(() => 0)
  assert.ok(width <= (page.viewportSize()?.width ?? 0), page.url())
}

/** A phone with a saved card skips the card's page. */
let phones = 10

/** Makes a link by its form. Returns its address. */
async function makeLink(page: Page, javaScriptEnabled: boolean, lang: string): Promise<string> {
  await page.goto(`${url}/dashboard/test/links/new`)
  await page.locator('[name=amount]').fill('340')
  await page.locator('[name=order_reference_id]').fill('Lamp-7')
  phones += 1
  await page.locator('[name=phone]').fill(`05000010${phones}`)
  await page.locator('select[name=lang]').selectOption(lang)
  assert.equal(await page.locator('[name=life][value=day]').isChecked(), true)
  const date = page.locator('[name=ends_on]')
  assert.equal(await date.isVisible(), false)
  await page.locator('[name=life][value=date]').check()
  assert.equal(await date.isVisible(), true)
  await assertFine(page, javaScriptEnabled)
  await date.fill('2026-02-01')
  await page.locator('main button.primary').click()
  await page.locator('.field-wrong [name=ends_on]').waitFor()
  await date.fill('2026-03-06')
  await page.locator('main button.primary').click()
  await page.locator('#address').waitFor()
  await assertFine(page, javaScriptEnabled)
  return page.locator('#address').inputValue()
}

const texts = {
  en: {
    until: /until Friday,? 6 Mar 2026/,
    paid: 'This order is already paid',
    status: 'Paid',
    ended: 'This link has ended',
  },
  ar: { until: /صالح حتى الجمعة/, paid: 'دُفع هذا الطلب من قبل', status: 'دُفع', ended: 'انتهت صلاحية هذا الرابط' },
} as const

for (const javaScriptEnabled of [true, false]) {
  for (const lang of ['en', 'ar'] as const) {
    test(`two customers pay one link at once, ${lang}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const shop = await openDashboard(lang, { javaScriptEnabled, ...(lang === 'ar' ? phoneSize : wideSize) })
      const address = await makeLink(shop, javaScriptEnabled, lang)
      const customers = await Promise.all(
        [phoneSize, wideSize].map(async (size) => {
          const { page, context } = await openPage({ javaScriptEnabled, ...size })
          await page.goto(address)
          const first = page.url()
          await page.goto(address)
          assert.equal(page.url(), first)
          if (javaScriptEnabled) await walkToConfirm(page)
          else await walkWithForms(page)
          return { page, context }
        }),
      )
      const [one, other] = customers.map(({ page }) => page)
      if (one === undefined || other === undefined) assert.fail()
      await Promise.all([payButton(one).click(), payButton(other).click()])
      await Promise.all([one, other].map((page) => page.locator('.outcome-approved').waitFor()))
      const titles = await Promise.all([one, other].map((page) => page.locator('h1').innerText()))
      assert.equal(titles.filter((title) => title === texts[lang].paid).length, 1, titles.join())
      const loser = titles[0] === texts[lang].paid ? one : other
      await assertFine(loser, javaScriptEnabled)
      assert.doesNotMatch(await loser.locator('body').innerText(), /Lamp-7|340|٣٤٠/)
      await shop.goto(`${url}/dashboard/test/links`)
      await assertFine(shop, javaScriptEnabled)
      assert.match(await shop.locator('tbody tr').first().innerText(), new RegExp(texts[lang].status))
      for (const { context } of customers) await context.close()
      await shop.context().close()
    })
  }
}

async function walkWithForms(page: Page): Promise<void> {
  await page.locator('form[action*="phone"] button').click()
  await page.locator('#code').fill('8888')
  await page.locator('form[action*="/code"] button.primary').click()
  await page.locator('#number').fill('4242424242424242')
  await page.locator('#expiry').fill('12 / 29')
  await page.locator('#security_code').fill('123')
  await page.locator('form[action*="card"] button').click()
  await payButton(page).waitFor()
}

for (const javaScriptEnabled of [true, false]) {
  test(`a merchant cancels a link while a customer is at the card page, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const shop = await openDashboard('en', { javaScriptEnabled, ...wideSize })
    const address = await makeLink(shop, javaScriptEnabled, 'en')
    assert.match(await shop.locator('main').innerText(), texts.en.until)
    const { page, context } = await openPage({ javaScriptEnabled, ...phoneSize })
    await page.goto(address)
    await page.locator('form[action*="phone"] button').click()
    await page.locator('#code').fill('8888')
    if (!javaScriptEnabled) await page.locator('form[action*="/code"] button.primary').click()
    await page.locator('#number').waitFor()
    await shop.locator('form[action$="/cancel"] button').click()
    await shop.locator('.ask button').click()
    await shop.locator('.note-good').waitFor()
    assert.match(await shop.locator('main').innerText(), /Cancelled/)
    await page.locator('#number').fill('4242424242424242')
    await page.locator('#expiry').fill('12 / 29')
    await page.locator('#security_code').fill('123')
    await page.locator('form[action*="card"] button').click()
    await page.getByText('This link was cancelled').waitFor()
    await assertFine(page, javaScriptEnabled)
    const charges = await service.database.query(
      `select from charges where session_id in (select id from sessions where link_id = '${shop.url().match(/links\/([\w-]+)/)?.[1]}')`,
    )
    assert.equal(charges.length, 0)
    await context.close()
    await shop.context().close()
  })
}

test('a customer whose session ran out starts again from the link, until the link ends', async () => {
  const shop = await openDashboard('en', wideSize)
  const address = await makeLink(shop, true, 'en')
  const { page, context } = await openPage(phoneSize)
  await page.goto(address)
  const first = page.url()
  service.clock.advance(21 * 60_000)
  await page.goto(first)
  await waitForOutcome(page, 'expired')
  await page.locator('a.primary').click()
  await page.locator('form[action*="phone"]').waitFor()
  assert.notEqual(page.url(), first)
  await page.locator('form[action*="cancel"] button').click()
  await waitForOutcome(page, 'cancelled')
  await page.locator('a.primary').click()
  await page.locator('form[action*="phone"]').waitFor()
  service.clock.set(Date.parse('2026-03-06T20:00:00Z'))
  await page.goto(address)
  assert.equal(await page.locator('h1').innerText(), texts.en.ended)
  await page.locator('header a[hreflang=ar]').click()
  assert.equal(await page.locator('h1').innerText(), texts.ar.ended)
  assert.deepEqual(await askDoctor(service.app), [])
  await context.close()
  await shop.context().close()
})

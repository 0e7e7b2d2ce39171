import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { press, tabTo, type } from '../pages/keyboard.ts'
import { openTestApi } from '../support/api.ts'
import { pageOf, paymentOfItems } from './money-forms.ts'

const api = await openTestApi()
const { service, shop } = api
const url = service.urls.uae
let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await api.close()
})

/** A browser in which the operator is signed in. */
async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const { cookies } = await signInAt(url, 'operator@demo.test')
  const context = await browser.newContext(options)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return context.newPage()
}

const refundsOf = async (id: string): Promise<string[]> =>
  (await shop.call('GET', `/api/v2/payments/${id}`)).body.refunds.map(({ amount }: { amount: string }) => amount)

test('a payment is found and refunded by keyboard alone', async () => {
  const id = await shop.capturedPayment('340.00')
  const page = await openPage({ viewport: { width: 1280, height: 800 } })
  const { keyboard } = page
  await page.goto(`${url}/dashboard/test`)
  await type(page, '#search', '1001')
  await keyboard.press('Enter')
  await page.waitForURL('**/payments?q=1001')
  await press(page, '.row-link')
  await page.locator('#refund').waitFor()
  await tabTo(page, '#refund-amount')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('12.50')
  await press(page, '#refund button')
  await page.locator('.ask').waitFor()
  await press(page, '.ask button')
  await page.locator('.note-good').waitFor()
  assert.deepEqual(await refundsOf(id), ['12.50'])
  await press(page, '.back a')
  await page.waitForURL('**/payments?q=1001')
  await page.context().close()
})

for (const javaScriptEnabled of [true, false]) {
  test(`items are chosen and refunded ${javaScriptEnabled ? 'with their sum on the page' : 'without JavaScript'}`, async () => {
    const id = await paymentOfItems(shop)
    const page = await openPage({ javaScriptEnabled })
    await page.goto(url + pageOf(id))
    await page.locator('[name=quantity_0]').fill('2')
    await page.locator('[name=quantity_1]').check()
    const sum = page.locator('.chosen')
    if (javaScriptEnabled) assert.match(await sum.innerText(), /AED.153\.34/)
    else assert.equal(await sum.isVisible(), false)
    await page.locator('#refund-items button').click()
    assert.match(await page.locator('.ask-sentence').innerText(), /AED.153\.34/)
    await page.locator('.ask button').click()
    await page.locator('.note-good').waitFor()
    assert.deepEqual(await refundsOf(id), ['153.34'])
    await page.context().close()
  })
}

for (const javaScriptEnabled of [true, false]) {
  test(`a second press during the first refunds nothing more, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const id = await shop.capturedPayment('340.00')
    const page = await openPage({ javaScriptEnabled })
    await page.goto(url + pageOf(id))
    await page.locator('#refund-amount').fill('10.00')
    await page.locator('#refund button').click()
    await page.locator('.ask button').dblclick()
    await page.locator('.note-good').waitFor()
    assert.deepEqual(await refundsOf(id), ['10.00'])
    assert.deepEqual(await api.service.database.query(`select what from activities where on_id = '${id}'`), [
      { what: 'refund' },
    ])
    await page.context().close()
  })
}

test('print of a payment has its whole story, and no control', async () => {
  const id = await paymentOfItems(shop)
  for (const lang of ['ar', 'en']) {
    const page = await openPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url + pageOf(id))
    const toOther = page.locator('button[name=lang]').locator('visible=true')
    if ((await page.locator('html').getAttribute('lang')) !== lang) await toOther.click()
    await page.setViewportSize({ width: 688, height: 1017 })
    await page.emulateMedia({ media: 'print' })
    const visible = (selector: string): Promise<number> => page.locator(selector).locator('visible=true').count()
    assert.equal(await visible('button, input, select, textarea, nav, .button, .fold, .search, .tries'), 0)
    for (const panel of ['#timeline', '#notifications', '#order .table thead'])
      assert.ok((await visible(panel)) > 0, panel)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 688)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    // A4 in points.
    assert.match(pdf, /\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
    await page.context().close()
  }
})

test("a link's address is copied by a press, also if the clipboard refuses", async () => {
  const page = await openPage()
  // Simulates a clipboard without write access.
  await page.addInitScript(`navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))`)
  await page.goto(`${url}/dashboard/test/links/new`)
  await page.locator('#amount').fill('340.00')
  await page.locator('#phone').fill('0500000001')
  await page.locator('main form .primary').click()
  const address = page.locator('#address')
  await address.waitFor()
  await page.locator('[data-copy]').click()
  await page.locator('#address-copied', { hasText: 'Copied.' }).waitFor()
  const selected = await page.evaluate(
    `(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)`,
  )
  assert.equal(selected, await address.inputValue())
  await page.context().close()
})

test('list, payment, confirmation and conflict fit a screen of 320 points, in both directions', async () => {
  const long = `Order-${'0123456789'.repeat(20)}`
  const { body } = await shop.checkout('49000.00', {
    order: { reference_id: long, items: [{ title: long, quantity: 1, unit_price: '49000.00', category: 'x' }] },
    buyer: { name: long, email: `${'a'.repeat(60)}@example.com`, phone: '+971500000001', dob: '1990-04-17' },
  })
  const { id } = body.payment
  await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '49000.00', reference_id: long })
  await shop.authorizedPayment('340.00')
  const page = await openPage({ viewport: { width: 320, height: 640 } })
  const isWide = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  for (const lang of ['en', 'ar']) {
    for (const path of [
      '/dashboard/test/payments',
      '/dashboard/test/payments?status=authorized&amount__gte=x',
      pageOf(id),
    ]) {
      await page.goto(url + path)
      if ((await page.locator('html').getAttribute('lang')) !== lang) {
        await page.locator('.person summary').click()
        await page.locator('.narrow-only button').click()
      }
      assert.equal(await isWide(), 0, `${path} in ${lang}`)
    }
    await page.locator('#refund button').click()
    await page.locator('.ask').waitFor()
    assert.equal(await isWide(), 0, `question in ${lang}`)
  }
  await page.context().close()
})

test('a long export shows its progress, and the file is the same', async () => {
  await shop.capturedPayment('340.00')
  const page = await openPage()
  await page.goto(`${url}/dashboard/test/payments`)
  const link = page.locator('a[data-rows]')
  const [plain] = await Promise.all([page.waitForEvent('download'), link.click()])
  // The script only runs for a long export, so the test makes it look long.
  await link.evaluate((it) => ((it as unknown as { dataset: Record<string, string> }).dataset['rows'] = '2000'))
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/payments.csv*', async (route) => {
    await held
    await route.continue()
  })
  const downloading = page.waitForEvent('download')
  await link.click()
  await page.locator('progress').waitFor()
  release()
  const long = await downloading
  assert.equal(long.suggestedFilename(), plain.suggestedFilename())
  assert.equal(await readFile(await long.path(), 'utf8'), await readFile(await plain.path(), 'utf8'))
  await page.locator('progress').waitFor({ state: 'detached' })
  await page.context().close()
})

test('export after a sign-out: leads to the sign-in and saves no page as a file', async () => {
  for (const rows of ['2', '2000']) {
    const page = await openPage()
    await page.goto(`${url}/dashboard/test/payments`)
    const link = page.locator('a[data-rows]')
    await link.evaluate((it, count) => it.setAttribute('data-rows', count), rows)
    await page.context().clearCookies()
    await link.click()
    await page.waitForURL('**/sign-in?*')
    await page.context().close()
  }
})

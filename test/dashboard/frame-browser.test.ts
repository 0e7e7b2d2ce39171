import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { openBrowser } from '../pages/browser.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
const { service, shop } = api
const url = service.urls.uae
const phone = { viewport: { width: 390, height: 844 } }
let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await api.close()
})

async function openPage(email: string, options: BrowserContextOptions): Promise<Page> {
  const { cookies } = await signInAt(url, email)
  const context = await browser.newContext(options)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return context.newPage()
}

const shopName = `The ${'very '.repeat(12)}long name of a shop, شركة ${'طويلة '.repeat(10)}الاسم`

for (const javaScriptEnabled of [true, false]) {
  test(`a phone's header is one row, and shows the whole of a long name on a press, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const { id } = await api.newMerchant()
    await service.database.query(`update merchants set name = '${shopName}' where merchant_id = '${id}'`)
    const page = await openPage(`admin@${id.slice(-12)}.test`, { ...phone, javaScriptEnabled })
    for (const lang of ['en', 'ar']) {
      await page.goto(`${url}/dashboard/test/payments`)
      if ((await page.locator('html').getAttribute('lang')) !== lang) {
        await page.locator('.person summary').click()
        await page.locator('.narrow-only button').click()
        await page.waitForURL('**/payments')
      }
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      const { height } = (await page.locator('header.top').boundingBox()) ?? assert.fail()
      assert.ok(height <= 64, `${height} px`)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'the page scrolls sideways')
      await page.locator('.place-menu summary').click()
      const whole = page.locator('.place-menu .menu-body')
      assert.equal((await whole.innerText()).trim(), shopName)
      const box = (await whole.boundingBox()) ?? assert.fail()
      assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
    }
    // The search is one press away.
    await page.locator('#search').click()
    await page.keyboard.type('A-7')
    assert.ok(((await page.locator('#search').boundingBox())?.width ?? 0) > 300)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/payments?q=A-7')
    await page.context().close()
  })
}

test('a long order number is cut in a list, and whole while its row has the focus', async () => {
  const reference = `order-${'x'.repeat(180)}`
  const item = { title: 'Shirt', quantity: 1, unit_price: '100.00', reference_id: 'S', category: 'C' }
  succeed(await shop.checkout('100.00', { order: { reference_id: reference, items: [item] } }))
  for (const viewport of [phone.viewport, { width: 1280, height: 800 }]) {
    const page = await openPage('operator@demo.test', { viewport })
    await page.goto(`${url}/dashboard/test/payments?q=${reference}&status=all`)
    const link = page.locator('.row-link').first()
    const name = link.locator('> span')
    const cut = (await name.boundingBox()) ?? assert.fail()
    await link.focus()
    const whole = (await name.boundingBox()) ?? assert.fail()
    assert.ok(cut.height < whole.height && cut.width < viewport.width, JSON.stringify({ cut, whole }))
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'the page scrolls sideways')
    // A link that wraps keeps its distance from the edges of its row.
    const row = (await page.locator('tbody tr').first().boundingBox()) ?? assert.fail()
    assert.ok(whole.y - row.y >= 4 && row.y + row.height - whole.y - whole.height >= 4)
    await page.context().close()
  }
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { succeed } from '../../testkit/client.ts'
import { newBuyer } from '../../testkit/shop.ts'
import { openBrowser } from '../pages/browser.ts'
import { findInViews } from '../pages/view-checks.ts'
import { openTestApi } from '../support/api.ts'
import { newOwnMerchant, type OwnMerchant, plain } from './own-merchant.ts'

const api = await openTestApi()
const url = api.service.urls.uae
const list = '/dashboard/live/payments'
const phone = '+971501239876'
let own: OwnMerchant
let browser: Browser

/** A captured payment of this amount. */
async function sell(reference: string, amount: string, members: object = {}, card?: string): Promise<string> {
  const body = { order: { reference_id: reference, items: [] }, buyer: newBuyer(), ...members }
  const { id } = succeed(await own.live.checkout(amount, body)).body.payment
  succeed(await own.live.call('POST', `/sandbox/payments/${id}/authorize`, card === undefined ? {} : { card }))
  succeed(await own.live.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: 'all' }))
  return id
}

before(async () => {
  ;[own, browser] = await Promise.all([newOwnMerchant(api), openBrowser()])
  const { live } = own
  await sell('Late-1', '80.00', {}, '4000000000000341')
  succeed(await live.call('POST', '/sandbox/clock', { advance: 'P35D' }))
  const buyer = { ...newBuyer(), phone }
  const refunded = await sell('Part-1', '120.00', { buyer })
  succeed(await live.call('POST', `/api/v2/payments/${refunded}/refunds`, { amount: '20.00' }))
  const whole = await sell('Whole-1', '60.00')
  succeed(await live.call('POST', `/api/v2/payments/${whole}/refunds`, { amount: '60.00' }))
  const payment_id = await sell('Lost-1', '70.00')
  succeed(await live.call('POST', '/sandbox/disputes', { payment_id, reason: 'not_delivered' }))
  for (let n = 0; n < 52; n += 1) await live.authorizedPayment('10.00')
})
after(async () => {
  await browser.close()
  await api.close()
})

/** The tabs of a page: their names and counts. */
const tabsIn = (page: string): string[] =>
  [...(/<nav class="tabs"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? '').matchAll(/<a [\s\S]*?<\/a>/g)].map(([tab]) =>
    plain(tab).trim(),
  )
const ordersIn = (page: string): string[] =>
  [...page.matchAll(/class="row-link"><span><bdi>([^<]*)</g)].map(([, order = '']) => order)
const read = async (query: string): Promise<string> => {
  const { status, text } = await own.admin.get(`${list}?${query}`)
  assert.equal(status, 200, query)
  return text
}

test('each tab has its payments and its count, and the row shows the refunded amount', async () => {
  const text = await read('')
  const all = ['All 56', 'To capture 52', 'Disputed 1', 'Refunded 2', 'Overdue at the customer’s 1']
  assert.deepEqual(tabsIn(text), all)
  for (const [status, orders] of [
    ['disputed', ['Lost-1']],
    ['with_refunds', ['Whole-1', 'Part-1']],
    ['overdue', ['Late-1']],
  ] as const) {
    const tab = await read(`status=${status}`)
    assert.deepEqual(ordersIn(tab), orders)
    assert.deepEqual(tabsIn(tab), all)
    assert.match(plain(tab), new RegExp(`${orders.length} (disputed|refunded|overdue) payments?\\.`))
  }
  const refunded = plain(await read('status=with_refunds'))
  assert.match(refunded, /AED.60\.00 Refunded AED.60\.00 Sara/)
  assert.match(refunded, /AED.120\.00 Refunded AED.20\.00 Left AED.100\.00/)
})

test('tabs keep the search and the other filters, and count with them', async () => {
  const text = await read(`q=${encodeURIComponent(phone)}&amount__gte=100`)
  assert.deepEqual(tabsIn(text), ['All 1', 'To capture 0', 'Disputed 0', 'Refunded 1', 'Overdue at the customer’s 0'])
  const [href = ''] = /[^"]*status=with_refunds[^"]*/.exec(text) ?? []
  assert.deepEqual(ordersIn((await own.admin.get(href.replaceAll('&amp;', '&'))).text), ['Part-1'])
  assert.deepEqual(tabsIn(await read('status=captured&merchant_code=main')).at(-1), 'Captured 3')
  assert.deepEqual(tabsIn(await read('merchant_code=kuwait')).slice(2), [
    ...['Disputed 0', 'Refunded 0', 'Overdue at the customer’s 0'],
  ])
  assert.match(plain(await read('status=overdue&amount__gte=500')), /No payment is like this/)
})

test('the search finds an amount in every common form', async () => {
  for (const q of ['120', '120.00', 'AED 120', '120 aed', '١٢٠']) {
    assert.deepEqual(ordersIn(await read(`q=${encodeURIComponent(q)}`)), ['Part-1'], q)
  }
  assert.match(await read('q=SAR+120'), /No payment is like this/)
})

test('the export of a tab has its payments', async () => {
  const { text } = await own.admin.get(`${list}.csv?status=with_refunds`)
  assert.deepEqual(text.match(/(Whole|Part|Lost|Late)-1/g), ['Whole-1', 'Part-1'])
})

test('pages say their place; "newer" on the second page leads to the first one with new payments', async () => {
  const next = async (text: string, label: string): Promise<string> => {
    const [, href = assert.fail(label)] =
      new RegExp(`<a class="button" rel="\\w+" href="([^"]*)">${label}`).exec(text) ?? []
    return (await own.admin.get(href.replaceAll('&amp;', '&'))).text
  }
  const rangeOf = (text: string): string =>
    plain(/class="pager-range[^>]*>[^<]*/.exec(text)?.[0] ?? '').replace(/^.*>/, '')
  const first = await read('status=authorized')
  assert.equal(rangeOf(first), '1–50 of 52')
  const second = await next(first, 'Older')
  assert.equal(rangeOf(second), '51–52 of 52')
  await own.live.authorizedPayment('10.00')
  const back = await next(second, 'Newer')
  assert.deepEqual([rangeOf(back), ordersIn(back).length], ['1–50 of 53', 50])
  assert.doesNotMatch(back, /rel="prev"/)
  for (const position of ['0', '-1', '99999999999', 'x', '1e9', '40']) {
    const cursor = /older=([\w-]+)/.exec(first)?.[1]
    assert.equal(rangeOf(await read(`status=authorized&older=${cursor}&position=${position}`)), '52–53 of 53')
  }
})

test('above a thousand a tab says so, and above ten thousand the page', async () => {
  const other = await newOwnMerchant(api)
  const { query } = api.service.database
  await other.live.capturedPayment()
  const copy = (count: number): Promise<unknown> =>
    query(`insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, captured_minor,
        refunded_minor, order_reference, created_at, expires_at)
      select merchant_id, gen_random_uuid(), store_id, is_test, 1, status, currency, 100, 100, 50, 'copy', created_at, expires_at
      from payments, generate_series(1, ${count}) where merchant_id = '${other.id}' and version > 1;
      insert into payment_orders (merchant_id, payment_id, body)
      select merchant_id, id, '{"buyer":{}}' from payments where merchant_id = '${other.id}' on conflict do nothing`)
  const page = async (): Promise<string> => (await other.admin.get(`${list}?status=with_refunds`)).text
  await copy(1_000)
  assert.equal(tabsIn(await page())[3], 'Refunded 1,000')
  await copy(1)
  assert.equal(tabsIn(await page())[3], 'Refunded 1,000+')
  assert.match(plain(await page()), /1–50 of 1,001/)
  await copy(9_000)
  assert.match(plain(await page()), /1–50 of more than 10,000/)
})

test("another merchant's payments are in no tab", async () => {
  const other = await newOwnMerchant(api)
  for (const status of ['disputed', 'with_refunds', 'overdue', 'authorized'])
    assert.deepEqual(ordersIn((await other.admin.get(`${list}?status=${status}`)).text), [])
})

async function openList(javaScriptEnabled: boolean, lang: 'en' | 'ar'): Promise<Page> {
  await own.admin.get(list)
  await own.admin.send('/dashboard/lang', { lang })
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
  await context.addCookies([...own.admin.cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  await page.goto(url + list)
  return page
}

for (const javaScriptEnabled of [true, false]) {
  test(`a tab, the rare filters and the one search are used ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const page = await openList(javaScriptEnabled, javaScriptEnabled ? 'en' : 'ar')
    assert.equal(await page.locator('input[name=q]:not([type=hidden])').count(), 1)
    await page.locator('.tabs a[href*="with_refunds"]').click()
    assert.equal(await page.locator('.row-link').count(), 2)
    assert.equal(await page.locator('#filter-amount__gte').isVisible(), false)
    await page.locator('.filters-rare summary').click()
    await page.locator('#filter-amount__gte').fill('100')
    await page.locator('.filters button').click()
    await page.waitForURL('**status=with_refunds*')
    assert.equal(await page.locator('#filter-amount__gte').inputValue(), '100')
    assert.equal(await page.locator('#filter-amount__gte').isVisible(), true)
    assert.deepEqual(await page.locator('.row-link').allInnerTexts(), ['Part-1'])
    await page.locator('#search').fill('120.00')
    await page.locator('#search').press('Enter')
    await page.waitForURL('**/payments?q=120.00')
    assert.deepEqual(await page.locator('.row-link').allInnerTexts(), ['Part-1'])
    assert.equal(await page.locator('.tabs a[aria-current]').innerText(), javaScriptEnabled ? 'All\n1' : 'الكل\n1')
    await page.context().close()
  })
}

test('axe finds nothing wrong with tabs and folded filters, in both languages', async () => {
  for (const lang of ['en', 'ar'] as const) {
    await (await openList(true, lang)).context().close()
    const cookies = [...own.admin.cookies].map(([name, value]) => ({ name, value }))
    const paths = ['', '?status=with_refunds&amount__gte=1', '?status=captured', '?status=overdue&q=120'].map(
      (query) => list + query,
    )
    const found = await findInViews({ browser, url, cookies }, paths, '.tabs a, .pager-range')
    assert.deepEqual(found, { axe: { light: [], dark: [] }, tooNarrow: [] })
  }
})

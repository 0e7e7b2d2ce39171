import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Browser } from 'playwright-core'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { findInViews } from '../pages/view-checks.ts'
import { openTestApi } from '../support/api.ts'
import { get, refund } from '../support/settlements.ts'
import { loseDispute, type ManyStores, newManyStores, sell } from './many-stores.ts'
import { plain } from './own-merchant.ts'

// The last day of February, 14:00 in Dubai.
const api = await openTestApi({ startAt: Date.parse('2026-02-28T10:00:00Z') })
const url = api.service.urls.uae
let browser: Browser
let merchant: ManyStores
const month = '/dashboard/live/settlements/month'

interface Day {
  readonly date: string
  readonly net: string
  readonly paid_out: string
  readonly closing: string
  readonly [name: string]: string
}
/** The settlements of the store `main` as the API lists them, oldest first. */
const days: Day[] = []

before(async () => {
  browser = await openBrowser()
  merchant = await newManyStores(api)
  const [main, , kuwait] = merchant.live
  let sold = await sell(main, '500.55')
  await sell(kuwait, '12.345')
  await merchant.pass('P1D')
  for (let day = 1; day <= 31; day += 1) {
    // Days without a sale, refunds above the day's sales over two nights, and a lost dispute.
    if (day % 7 !== 0) sold = await sell(main, `${100 + day}.${String(day).padStart(2, '0')}`)
    if (day === 14) await refund(main, sold, '90.00', 'r')
    if (day === 21) await loseDispute(main, sold, '50.01')
    if (day === 31) await refund(main, sold, '131.31', 'last')
    await merchant.pass('P1D')
  }
  await sell(main, '70.00')
  await merchant.pass('P1D')
  for (let offset = 0; offset < 60; offset += 20) {
    const page = await get(main, `/api/v1/settlements?limit=20&offset=${offset}`, { 'x-merchant-code': 'main' })
    days.push(...page.settlements)
  }
  days.reverse()
})
after(async () => {
  await browser.close()
  await api.close()
})

const cookies = () => [...merchant.admin.cookies].map(([name, value]) => ({ name, value, url }))
const minor = (amount = ''): bigint => BigInt(amount.replaceAll(/[^\d-]/g, ''))
const sumOf = (rows: readonly Readonly<Record<string, string>>[], name: string): bigint =>
  rows.reduce((sum, row) => sum + minor(row[name]), 0n)
const inMonth = (name: string): Day[] => days.filter(({ date }) => date.startsWith(name))

/** The cells of the last row of the table of days. */
function sumsIn(text: string): bigint[] {
  const [, table = ''] = /class="month-days">([\s\S]*?)<\/table>/.exec(text) ?? []
  const [, footer = ''] = /<tfoot>([\s\S]*?)<\/tfoot>/.exec(table) ?? []
  return [...footer.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => minor(cell))
}

test('a month is the sum of its daily settlements, and goes on from the month before', async () => {
  const march = inMonth('2026-03')
  assert.equal(march.length, 29)
  const { text } = await merchant.admin.get(`${month}?month=2026-03&merchant_code=main`)
  const [sales, refunds, disputes, fees, vat, net, paid, carried] = sumsIn(text)
  assert.deepEqual([sales, refunds, disputes], [sumOf(march, 'captures'), -sumOf(march, 'refunds'), -5001n])
  assert.deepEqual([fees, vat, net], [-sumOf(march, 'fees'), -sumOf(march, 'vat'), sumOf(march, 'net')])
  assert.deepEqual([paid, carried], [-sumOf(march, 'paid_out'), minor(march.at(-1)?.closing)])
  const opening = minor(march[0]?.['opening'])
  assert.equal(opening + sumOf(march, 'net') - sumOf(march, 'paid_out'), carried)
  assert.match(plain(text), /Statement number main-AED-2026-03 /)
  assert.doesNotMatch(text, /Until now/)
})

test('the CSV has the same days with the balance, and its sums equal the page', async () => {
  const file = await merchant.admin.get(`${month}.csv?month=2026-03&merchant_code=main`)
  assert.match(file.headers.get('content-disposition') ?? '', /filename="statement-main-2026-03\.csv"/)
  const rows: Day[] = parse(file.text, { columns: true, bom: true })
  const march = inMonth('2026-03')
  for (const name of ['date', 'net', 'opening', 'paid_out', 'closing', 'captures'])
    assert.deepEqual(
      rows.map((row) => row[name]),
      march.map((row) => row[name]),
      name,
    )
  assert.deepEqual([...new Set(rows.map(({ statement }) => statement))], ['main-AED-2026-03'])
  assert.ok(
    rows.every(
      ({ payout_id, payout_reference = '', paid_out }) =>
        paid_out === '0.00' || (payout_id !== '' && payout_reference.startsWith('QIST')),
    ),
  )
})

test('the month that runs says so and ends with today; the month before has the carried amount', async () => {
  const { text } = await merchant.admin.get(month)
  assert.match(plain(text), /Statement of April 2026/)
  assert.match(plain(text), /Until now: this month is not over/)
  const february = plain((await merchant.admin.get(`${month}?month=2026-02`)).text)
  assert.match(february, /Statement of February 2026.*QIST[0-9A-Z]{12}/)
  const empty = plain((await merchant.admin.get(`${month}?month=2025-01`)).text)
  assert.match(empty, /From earlier days 0\.00 Sum 0\.00/)
  const kuwait = plain((await merchant.admin.get(`${month}?month=2026-02&merchant_code=kuwait`)).text)
  assert.match(kuwait, /kuwait-KWD-2026-02.*12\.345/)
})

test('a wrong month or store lists nothing and says why; its file is refused', async () => {
  for (const query of [
    'month=2026-13',
    'month=yesterday',
    'month=2027-01',
    'month=0001-01',
    'merchant_code=nowhere',
    "month='x",
  ]) {
    const page = await merchant.admin.get(`${month}?${query}`)
    assert.equal(page.status, 422, query)
    assert.match(page.text, /There is no such choice/)
    assert.equal((await merchant.admin.get(`${month}.csv?${query}`)).status, 400, query)
  }
  const stranger = await signInAt(url, 'admin@other.test')
  assert.equal((await stranger.get(`${month}?merchant_code=kuwait`)).status, 422)
  const developer = await signInAt(url, 'developer@demo.test')
  for (const path of [month, `${month}.csv`]) assert.equal((await developer.get(path)).status, 403)
})

test('both parties are named with their tax numbers; a later change is said', async () => {
  const { admin } = merchant
  const path = `${month}?month=2026-03&merchant_code=main`
  const before = await admin.get(path)
  assert.match(plain(before.text), /Issued by Qist .*Issued to Lamps .*Enter your legal name, address and tax number/)
  assert.match(before.text, /operator of this service has not entered a tax number/)
  const [, seen = ''] =
    /action="[^"]*\/settings\/legal"[\s\S]*?name="seen" value="([^"]*)"/.exec(
      (await admin.get('/dashboard/live/settings?store=main')).text,
    ) ?? []
  const sent = {
    ...{ store: 'main', seen, legal_name: 'Lamps <Trading> LLC', legal_address: 'Al Quoz 3, Dubai' },
    tax_number: '100 1234 5678 9003',
  }
  const saved = await admin.send('/dashboard/live/settings/legal', sent)
  assert.match(saved.location, /done=legal/)
  Object.assign(api.service.app.config, {
    operators: { uae: { name: 'Qist Payments FZ', address: 'Dubai', taxNumber: '100999' }, ksa: undefined },
  })
  const text = plain((await admin.get(path)).text)
  assert.doesNotMatch(text, /has not entered a tax number/)
  assert.match(text, /Issued by Qist Payments FZ Address Dubai Tax number 100999/)
  assert.match(text, /Issued to Lamps &lt;Trading> LLC Address Al Quoz 3, Dubai Tax number 100123456789003/)
  assert.match(
    text,
    /Names, addresses and tax numbers are as of 2 April 2026\. The details of the merchant were changed on \d+ April 2026, after this period/,
  )
  const april = plain((await admin.get(`${month}?merchant_code=main`)).text)
  assert.doesNotMatch(april, /after this period/)
  const [day] = days
  const daily = plain((await admin.get(`/dashboard/live/settlements/${day?.['id']}/statement`)).text)
  assert.match(daily, /Issued to Lamps &lt;Trading> LLC.*Statement number main-AED-2026-02-28 /)
})

for (const javaScriptEnabled of [true, false]) {
  test(`an admin enters the company, and its statement names it, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const context = await browser.newContext({ javaScriptEnabled })
    await context.addCookies(cookies())
    const page = await context.newPage()
    await page.goto(`${url}${month}?merchant_code=kuwait`)
    const name = `Lamps WLL ${javaScriptEnabled}`
    const hint = page.getByText('Enter your legal name')
    assert.equal(await hint.count(), javaScriptEnabled ? 1 : 0)
    await page.goto(`${url}/dashboard/live/settings?store=kuwait`)
    await page.locator('#legal [name=legal_name]').fill(name)
    await page.locator('#legal [name=tax_number]').fill('CR 77')
    await page.locator('#legal button').click()
    await page.locator('.note-good').waitFor()
    await page.goto(`${url}${month}?merchant_code=kuwait&month=2026-02`)
    assert.match(await page.locator('.parties').innerText(), new RegExp(`${name}[^]*CR 77`))
    await context.close()
  })
}

for (const lang of ['en', 'ar'] as const) {
  test(`a month prints on A4 in ${lang}, with JavaScript or without: nothing is clipped, and no control is printed`, async () => {
    await merchant.admin.send('/dashboard/lang', { lang })
    const paths = [
      `${month}?month=2026-03&merchant_code=main`,
      `/dashboard/live/settlements/${days[1]?.['id']}/statement`,
    ]
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled, colorScheme: 'dark' })
      await context.addCookies(cookies())
      const page = await context.newPage()
      await page.goto(url + paths[0])
      assert.equal(await page.locator('[data-print]').isVisible(), javaScriptEnabled)
      for (const [index, path] of paths.entries()) {
        await page.goto(url + path)
        const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
        const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
        const kept = process.env['KEEP_PICTURES']
        if (kept !== undefined && javaScriptEnabled) writeFileSync(join(kept, `statement-${index}-${lang}.pdf`), pdf)
        assert.ok(pages >= 1 && pages <= 3, String(pages))
      }
      // 186 mm, the width of the printed page.
      await page.setViewportSize({ width: 703, height: 1000 })
      await page.emulateMedia({ media: 'print', colorScheme: 'light' })
      await page.goto(url + paths[0])
      if (javaScriptEnabled) {
        const wide = `[...document.querySelectorAll('.statement *, body')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && getComputedStyle(e).display !== 'inline').length`
        assert.equal(await page.evaluate(wide), 0)
        // Larger than any month of a store.
        await page.evaluate(
          `document.querySelectorAll('.month-days td').forEach((e) => { e.textContent = '-12,345,678,901.000' })`,
        )
        assert.equal(await page.evaluate(wide), 0)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= 703'), true)
      }
      for (const control of ['[data-print]', '.filters', '.side-wide', '.top', 'main form button'])
        assert.equal(await page.locator(control).first().isVisible(), false, control)
      await context.close()
    }
    const found = await findInViews({ browser, url, cookies: cookies() }, paths, '.figures dd')
    assert.deepEqual(found, { axe: { light: [], dark: [] }, tooNarrow: [] })
  })
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { beneficiaryFrom } from '../../src/platform/merchants/stores/beneficiary.ts'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import { type BackOfficePage, type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'
import { iban } from '../support/payouts.ts'
import { capture, get, newPayingMerchant, refund } from '../support/settlements.ts'

let api: TestApi
let merchant: NewMerchant
let visitor: BackOfficeVisitor
/** The settlements, newest first. */
let days: { id: string; date: string; net: string; payout_id: string }[]
before(async () => {
  api = await openTestApi({ startAt: Date.parse('2026-03-01T10:00:00Z') })
  merchant = await newPayingMerchant(api)
  const shop = merchant.test
  const payment = await shop.authorizedPayment('340.00')
  await capture(shop, payment, '340.00', 'c1')
  await refund(shop, payment, '40.00', '=HYPERLINK("http://evil.example")')
  // 14:00 in Dubai: one day later the settlement is closed and paid.
  const pass = async (advance: string) => shop.call('POST', '/sandbox/clock', { advance })
  await pass('P1D')
  await capture(shop, await shop.authorizedPayment('100.00'), '100.00', 'c2')
  await pass('P1D')
  await capture(shop, await shop.authorizedPayment('50.00'), '50.00', 'c3')
  const { settlements } = await get(shop, '/api/v1/settlements')
  days = settlements
  assert.equal(days.length, 2)
  visitor = await signInAt(api.service.urls.uae, emailOf(merchant))
})
after(() => api.close())

const emailOf = ({ id }: NewMerchant): string => `admin@${id.slice(-12)}.test`
const base = '/dashboard/test/settlements'
const older = () => days[1] ?? assert.fail()
// Bidirectional control characters, and non-breaking spaces.
const plain = ({ text }: BackOfficePage): string => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
const rowsOf = ({ text }: BackOfficePage): Record<string, string>[] => {
  assert.equal(text.split('\r\n').at(-1), '')
  return parse(text, { columns: true })
}

test('the list has every closed day with the parts of its net, newest first', async () => {
  const page = await visitor.get(base)
  assert.equal(page.status, 200)
  const text = plain(page)
  assert.match(text, /2 in all/)
  assert.ok(text.indexOf(days[0]?.id ?? '') < text.indexOf(older().id))
  // 340 less 5 % fee and VAT on it; 40 refunded with its fee.
  for (const expected of ['340.00', '-40.00', '-15.00', '-0.75', 'AED 284.25', '1 March 2026', 'Paid'])
    assert.ok(text.includes(expected), expected)
})

test('days and store limit the list, the next page and the export', async () => {
  const limited = `${base}?created_at__gte=2026-03-01&created_at__lte=2026-03-01`
  const page = await visitor.get(limited)
  assert.match(page.text, new RegExp(older().id))
  assert.doesNotMatch(page.text, new RegExp(days[0]?.id ?? ''))
  const href = /href="([^"]*settlements\.csv[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.deepEqual(
    rowsOf(await visitor.get(href)).map(({ id }) => id),
    [older().id],
  )
  assert.match((await visitor.get(`${base}?merchant_code=nowhere`)).text, /Nothing matches/)
  assert.match((await visitor.get(`${base}?merchant_code=MAIN`)).text, /2 in all/)
  assert.match((await visitor.get(`${base}?created_at__gte=yesterday`)).text, /Type a day as/)
  assert.match(
    (await visitor.get(`${base}?created_at__gte=2026-03-02&created_at__lte=2026-03-01`)).text,
    /ends before it begins/,
  )
  const wrong = await visitor.get(`${base}.csv?created_at__gte=yesterday`)
  assert.equal(wrong.status, 400)
})

test('the export is a file for spreadsheets, and the person is logged', async () => {
  const file = await visitor.get(`${base}.csv`)
  assert.match(file.headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(file.headers.get('content-disposition') ?? '', /attachment; filename="settlements-test\.csv"/)
  const rows = rowsOf(file)
  assert.deepEqual(
    rows.map(({ date, net, currency, opening, closing }) => [date, net, currency, opening, closing]),
    [
      ['2026-03-02', '94.75', 'AED', '0.00', '0.00'],
      ['2026-03-01', '284.25', 'AED', '0.00', '0.00'],
    ],
  )
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const raw = await fetch(`${api.service.urls.uae}${base}.csv`, { headers: { cookie } })
  assert.deepEqual([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)], [0xef, 0xbb, 0xbf])
  const log = await api.service.database.query(`select email from activities where what = 'export_settlements'`)
  assert.deepEqual(log.at(-1), { email: emailOf(merchant) })
})

test('a day has its sums and its lines, each with its payment', async () => {
  const page = await visitor.get(`${base}/${older().id}`)
  const text = plain(page)
  assert.match(text, /Settlement of 1 March 2026/)
  assert.match(text, /Times are those of Dubai/)
  assert.equal(text.match(/class="row-link"/g)?.length, 2)
  assert.match(text, /href="\/dashboard\/test\/payments\/[0-9a-f-]{36}"/)
  assert.match(text, new RegExp(`/payouts/${older().payout_id}`))
  assert.match(text, /14:00/)
})

test('the lines as CSV equal those of the API, with the currency, and contain no formulas', async () => {
  const rows = rowsOf(await visitor.get(`${base}/${older().id}/lines.csv`))
  assert.deepEqual(
    rows.map(({ type, amount, net, currency }) => [type, amount, net, currency]),
    [
      ['capture', '340.00', '322.15', 'AED'],
      ['refund', '-40.00', '-37.90', 'AED'],
    ],
  )
  assert.equal(rows[1]?.['reference_id'], `'=HYPERLINK("http://evil.example")`)
})

test('movements of today are listed before the day ends, and a day without movements is a valid address', async () => {
  const open = await visitor.get(`${base}/today`)
  assert.match(plain(open), /Today so far/)
  assert.match(plain(open), /AED 50\.00/)
  assert.match((await visitor.get(`${base}/2026-03-02?merchant_code=main`)).text, /Settlement of 2 March/)
  assert.match((await visitor.get(`${base}/2026-01-01`)).text, /Nothing has moved on this day/)
  for (const wrong of ['yesterday', '2026-02-30', 'today?merchant_code=nowhere'])
    assert.equal((await visitor.get(`${base}/${wrong}`)).status, 404, wrong)
})

test('a statement names the beneficiary and only the last digits of the account', async () => {
  const path = `${base}/${older().id}/statement`
  assert.match((await visitor.get(path)).text, /Nobody is named yet/)
  const beneficiary = beneficiaryFrom('Shop <LLC>', iban.ae)
  await changeStore(api.service.app, merchant.id, 'main', () => ({ beneficiary }))
  const text = plain(await visitor.get(path))
  assert.match(text, /Shop &lt;LLC>/)
  assert.match(text, /•••• 3456/)
  assert.doesNotMatch(text, new RegExp(iban.ae))
  assert.match(text, /QIST[0-9A-Z]{12}/)
  assert.match(text, /AED 284\.25/)
})

test('payouts are listed, each with its settlements and its beneficiary', async () => {
  const list = await visitor.get('/dashboard/test/payouts')
  assert.match(plain(list), /2 in all/)
  assert.match(plain(list), /AED 284\.25/)
  const page = plain(await visitor.get(`/dashboard/test/payouts/${older().payout_id}`))
  assert.match(page, /Payout of AED 284\.25/)
  assert.match(page, new RegExp(`settlements/${older().id}`))
  assert.match(page, /•••• 3456/)
  assert.match((await visitor.get('/dashboard/test/payouts?created_at__lte=2026-03-01')).text, /Nothing matches/)
})

test('many lines are paged', async () => {
  const other = await api.newMerchant()
  const somebody = await signInAt(api.service.urls.uae, emailOf(other))
  assert.match((await somebody.get(base)).text, /No day is settled yet/)
  assert.match((await somebody.get('/dashboard/test/payouts')).text, /Nothing was paid out yet/)
  const payment = await other.test.authorizedPayment('60.00')
  for (let number = 0; number < 55; number += 1) await capture(other.test, payment, '1.00', `part-${number}`)
  const first = await somebody.get(`${base}/today`)
  assert.match(first.text, /55 in all/)
  assert.equal(first.text.match(/class="row-link"/g)?.length, 50)
  const next = /rel="next" href="([^"]*)"/.exec(first.text)?.[1] ?? assert.fail('no next page')
  const last = await somebody.get(next)
  assert.equal(last.text.match(/class="row-link"/g)?.length, 5)
  assert.match(last.text, /rel="prev"/)
  await other.test.call('POST', '/sandbox/clock', { advance: 'P1D' })
  const [closed] = (await get(other.test, '/api/v1/settlements')).settlements
  const page = await somebody.get(`${base}/${closed.id}?offset=50`)
  assert.equal(page.text.match(/class="row-link"/g)?.length, 5)
})

test('a settlement of another merchant or mode, or an unknown one, is not found', async () => {
  const stranger = await signInAt(api.service.urls.uae, 'admin@other.test')
  const paths = [
    `settlements/${older().id}`,
    `settlements/${older().id}/lines.csv`,
    `settlements/${older().id}/statement`,
  ]
  for (const path of [...paths, `payouts/${older().payout_id}`]) {
    assert.equal((await stranger.get(`/dashboard/test/${path}`)).status, 404, path)
    assert.equal((await visitor.get(`/dashboard/live/${path}`)).status, 404, path)
  }
  const developer = await signInAt(api.service.urls.uae, 'developer@demo.test')
  for (const path of ['settlements', 'settlements.csv', 'payouts'])
    assert.equal((await developer.get(`/dashboard/live/${path}`)).status, 403, path)
})

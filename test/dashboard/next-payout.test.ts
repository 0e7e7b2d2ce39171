import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { findForeignWords, findInViews } from '../pages/view-checks.ts'
import { openTestApi } from '../support/api.ts'
import { get, refund } from '../support/settlements.ts'
import { loseDispute, type ManyStores, newManyStores, sell } from './many-stores.ts'
import { plain } from './own-merchant.ts'

// 14:00 in Dubai, 13:00 in Kuwait.
const api = await openTestApi({ startAt: Date.parse('2026-03-01T10:00:00Z') })
const url = api.service.urls.uae
let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await api.close()
})

interface Line {
  readonly store: string
  readonly when: string
  readonly amount: string
}

const bare = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ')
const panelOf = (text: string): string =>
  /<section class="panel"[^>]*aria-label="Next payout">[\s\S]*?<\/section>/.exec(text)?.[0] ?? ''

/** The payouts that a page plans, by store. */
function plannedIn(text: string): Line[] {
  const panel = panelOf(text)
  const [, when, amount] = /<dl class="figures">\s*<div><dt>(.*?)<\/dt><dd class="number">(.*?)<\/dd>/.exec(panel) ?? []
  if (when === undefined || amount === undefined) return []
  const [, only] = /<dt>Store<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(panel) ?? []
  if (only !== undefined)
    return [{ store: only, when: bare(when), amount: amount.replace('\u00a0', ' ').replace(',', '') }]
  return [...panel.matchAll(/<tr><th scope="row"[^>]*><bdi>(.*?)<\/bdi><\/th><td[^>]*>(.*?)<\/td>(.*?)<\/tr>/g)].map(
    ([, store = '', when = '', rest = '']) => {
      const [, amount = ''] = />([A-Z]{3} -?[\d.,]+)<\/td>$/.exec(rest.replaceAll('\u00a0', ' ')) ?? []
      return { store, when: bare(when), amount: amount.replace(',', '') }
    },
  )
}

/** The panel, which is the first section of the page. */
const panelText = (text: string): string => /<section class="panel"[\s\S]*?<\/section>/.exec(text)?.[0] ?? ''

const madeBy = async ({ live }: ManyStores): Promise<{ id: string; merchant_code: string; text: string }[]> => {
  const { payouts } = await get(live[0], '/api/v1/payouts?limit=20')
  return payouts.map(({ id, merchant_code, currency, amount }: Record<string, string>) => {
    return { id, merchant_code, text: `${currency} ${amount}` }
  })
}

test('the planned payouts are made to the minor unit: several stores, currencies and days, refunds and disputes', async () => {
  const merchant = await newManyStores(api)
  const { live, admin } = merchant
  const [main, mall, kuwait] = live
  const sold = await sell(main, '340.01')
  const inMall = await sell(mall, '120.07')
  const inKuwait = await sell(kuwait, '34.567')
  const days: (() => Promise<unknown>)[] = [
    async () => undefined,
    async () => [await refund(main, sold, '100.00', 'r1'), await sell(kuwait, '1.234')],
    async () => [await loseDispute(main, sold, '200.01'), await refund(mall, inMall, '120.07', 'r2')],
    async () => [await sell(main, '20.00'), await loseDispute(kuwait, inKuwait, '30.000')],
    async () => [await sell(main, '999.99'), await sell(mall, '50.00'), await sell(kuwait, '100.005')],
    async () => sell(mall, '250.00'),
  ]
  let compared = 0
  for (const move of days) {
    await move()
    const { text } = await admin.get('/dashboard/live')
    const planned = plannedIn(text)
    assert.deepEqual(plannedIn((await admin.get('/dashboard/live/payouts')).text), planned)
    const before = await madeBy(merchant)
    // 11:30 in Dubai and 10:30 in Kuwait: the clocks of both have passed 10:00.
    await merchant.pass('PT21H30M')
    const made = (await madeBy(merchant)).filter(({ id }) => !before.some((one) => one.id === id))
    assert.deepEqual(
      made.map(({ merchant_code, text: amount }) => [merchant_code, amount]).sort(),
      planned.map(({ store, amount }) => [/\((\w+)\)$/.exec(store)?.[1] ?? store, amount]).sort(),
    )
    compared += made.length
    await merchant.pass('PT2H30M')
  }
  assert.ok(compared >= 7, String(compared))
})

test('in the morning yesterday is paid, and today is shown so far', async () => {
  const merchant = await newManyStores(api)
  const { live, admin, id } = merchant
  await sell(live[0], '100.00')
  await merchant.pass('PT18H')
  await sell(live[0], '50.00')
  const text = plain(panelOf((await admin.get('/dashboard/live')).text))
  assert.match(text, /2 Mar 2026, 10:00 AED 94\.75/)
  assert.match(text, /What it pays 1 March 2026 /)
  assert.match(text, /Today so far AED 47\.37, paid out on 3 Mar 2026, 10:00/)
  assert.match(text, /No bank account is named\. Name the bank account/)
  await api.service.database.query(
    `update stores set beneficiary_name = 'Lamps <LLC>', beneficiary_iban = 'AE070331234567890123456' where merchant_id = '${id}'`,
  )
  const named = (await admin.get('/dashboard/live')).text
  assert.match(panelOf(named), /Lamps &lt;LLC>.*•••• 3456/)
  assert.doesNotMatch(named, /AE070331234567890123456/)
})

test('a debt is carried: the panel says how much and since when, and that nothing is paid', async () => {
  const merchant = await newManyStores(api)
  const { live, admin } = merchant
  const id = await sell(live[1], '100.00')
  assert.match(plain((await admin.get('/dashboard/live')).text), /Next payout All payouts 1 Mar|Next payout/)
  await merchant.pass('P1D')
  await refund(live[1], id, '100.00', 'back')
  const text = plain(panelOf((await admin.get('/dashboard/live')).text))
  assert.match(text, /mall\)? -AED 100\.00 is carried on\. Since 2 March 2026, refunds|-AED 100\.00 is carried on/)
  assert.doesNotMatch(text, /Nothing to pay out yet/)
  await merchant.pass('P2D')
  assert.match(plain(panelOf((await admin.get('/dashboard/live')).text)), /AED 100\.00 is carried on/)
})

test('payouts under way and held come first, in live mode', async () => {
  const merchant = await newManyStores(api)
  const { live, admin, id } = merchant
  await sell(live[0], '100.00')
  await sell(live[2], '10.000')
  await merchant.pass('P2D')
  const { database } = api.service
  await database.query(`update payouts set state = 'pending', paid_at = null where merchant_id = '${id}'`)
  const held = plain(panelOf((await admin.get('/dashboard/live')).text))
  assert.match(held, /Next payout All payouts AED 94\.75 is held: there is no bank account .*KWD 9\.667 is held/)
  await database.query(
    `update stores set beneficiary_name = 'Lamps', beneficiary_iban = 'AE070331234567890123456' where merchant_id = '${id}'`,
  )
  const under = plain(panelOf((await admin.get('/dashboard/live')).text))
  assert.match(under, /AED 94\.75 is on its way, made on 2 Mar 2026, 10:00\. It is being prepared for the bank/)
  await database.query(`update payouts set state = 'exported', exported_at = now() where merchant_id = '${id}'`)
  const { text } = await admin.get('/dashboard/live')
  assert.match(plain(panelOf(text)), /KWD 9\.667 is on its way, made on 2 Mar 2026, 10:00\. The bank has the order/)
  const [, payout = ''] = /href="(\/dashboard\/live\/payouts\/[0-9a-f-]{36})"/.exec(panelOf(text)) ?? []
  assert.equal((await admin.get(payout)).status, 200)
  assert.match(plain(panelOf((await admin.get('/dashboard/live')).text)), /Nothing to pay out yet/)
})

test('test mode plans payouts without an account; without settlements there is no panel', async () => {
  const merchant = await newManyStores(api)
  await sell(merchant.test[0], '100.00')
  const text = plain(panelOf((await merchant.admin.get('/dashboard/test')).text))
  assert.match(text, /AED 94\.75 .*no money moves/)
  assert.doesNotMatch(text, /account/)
  const developer = await signInAt(url, 'developer@demo.test')
  assert.equal((await developer.get('/dashboard/live')).status, 403)
  const stranger = await signInAt(url, 'admin@other.test')
  assert.doesNotMatch((await stranger.get('/dashboard/test')).text, /94\.75/)
})

test('the panel in a browser: with and without JavaScript, in both languages and themes', async () => {
  const merchant = await newManyStores(api)
  const { live, admin } = merchant
  for (const shop of live) await sell(shop, '100.00')
  await merchant.pass('PT18H')
  await sell(live[0], '50.00')
  const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url }))
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(`${url}/dashboard/live`)
    const first = page.locator('main section').first()
    assert.match(await first.innerText(), /^Next payout/)
    assert.match(await first.innerText(), /AED\s190\.65/)
    await first.locator('a', { hasText: 'All payouts' }).click()
    await page.waitForURL('**/payouts')
    assert.match(await page.locator('main section').first().innerText(), /AED\s190\.65/)
    await context.close()
  }
  for (const lang of ['en', 'ar'] as const) {
    await admin.send('/dashboard/lang', { lang })
    const path = '/dashboard/live/payouts'
    const { text } = await admin.get('/dashboard/live')
    assert.deepEqual(findForeignWords([['/', panelText(text)]], lang, ['main', 'mall', 'kuwait']), [])
    const found = await findInViews({ browser, url, cookies }, ['/dashboard/live', path], '.figures dd')
    assert.deepEqual(found, { axe: { light: [], dark: [] }, tooNarrow: [] })
  }
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { day } from '../../src/platform/base/times.ts'
import { password } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer } from '../../testkit/shop.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { openBrowser } from '../pages/browser.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'
import { exportTheMonth } from './export-the-month.ts'
import { makeALink } from './owner-link.ts'
import { seeWhatIsPaid } from './see-what-is-paid.ts'

/** A shop on the morning of 10 April. */
interface Owner {
  readonly shop: DisputeShop
  /** The buyer's phone, and the payment of yesterday's order of a shirt and a belt. */
  readonly phone: string
  readonly belt: string
  readonly dispute: string
  /** The webhook's address, and the address that it should have. */
  readonly oldPath: string
  readonly newPath: string
}

let notifying: NotifyingService
let browser: Browser
const owners = new Map<boolean, Owner>()
before(async () => {
  ;[notifying, browser] = await Promise.all([openNotifyingService({ workers: true }), openBrowser()])
  const { service, receiver } = notifying
  receiver.answer = ({ path }, response) => {
    response.statusCode = path.endsWith('/old') ? 404 : 200
    response.end(path.endsWith('/old') ? 'The shop has moved' : 'ok')
  }
  const shops = [await openDisputeShop(service), await openDisputeShop(service)]
  // In March, and on 1 April in the store's time zone.
  for (const shop of shops) await order(shop, 'March')
  service.clock.set(Date.parse('2026-03-31T20:30:00Z'))
  for (const shop of shops) await order(shop, 'First')
  service.clock.set(Date.parse('2026-04-09T08:00:00Z'))
  for (const [index, shop] of shops.entries()) owners.set(index === 0, await yesterday(shop, `/${index}`))
  service.clock.advance(day)
})
after(async () => {
  await browser.close()
  await notifying.close()
})

/** Sells a shirt and a belt. */
async function order(shop: DisputeShop, reference: string, buyer = newBuyer()): Promise<string> {
  const items = [
    { title: 'Linen shirt', quantity: 1, unit_price: '140.00', category: 'Clothes' },
    { title: 'Belt', quantity: 1, unit_price: '60.00', category: 'Clothes' },
  ]
  const made = await shop.checkout('200.00', { buyer, order: { reference_id: reference, items } })
  const { id } = succeed(made).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '200.00', reference_id: 'all' }))
  return id
}

async function yesterday(shop: DisputeShop, base: string): Promise<Owner> {
  const [oldPath, newPath] = [`${base}/old`, `${base}/new`]
  succeed(await shop.call('POST', '/api/v1/webhooks', { url: `http://shop.test${oldPath}` }))
  const buyer = newBuyer()
  const belt = await order(shop, 'Belt-7', buyer)
  const payment_id = await order(shop, 'Lost-8')
  const { id } = await shop.openDispute({ payment_id, reason: 'not_delivered', comment: 'Nothing came' })
  await notifying.untilSome(
    `select 1 from webhooks where merchant_id = '${shop.merchantId}' and failing_since is not null`,
  )
  return { shop, phone: buyer.phone, belt, dispute: id, oldPath, newPath }
}

const live = '/dashboard/live'
const go = (page: Page, section: string): Promise<void> =>
  page.locator(`.side-wide a[href="${live}${section && `/${section}`}"]`).click()
const note = (page: Page): Promise<string> => page.locator('.note-good').innerText()

/** Confirms on the confirmation page. Returns its notice. */
async function confirm(page: Page): Promise<string> {
  const sentence = await page.locator('.ask-sentence').innerText()
  await page.locator('.ask button').click()
  return sentence
}

async function signIn(context: BrowserContext, { shop }: Owner): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${shop.baseUrl}${live}`)
  await page.locator('[name=email]').fill(`admin@${shop.merchantId.slice(-12)}.test`)
  await page.locator('[name=password]').fill(password)
  await page.locator('button.primary').click()
  await page.waitForURL(`**${live}`)
  return page
}

async function refundTheBelt(page: Page, { shop, phone, belt }: Owner): Promise<void> {
  await page.goto(`${shop.baseUrl}${live}/payments?q=AED+200`)
  await page.locator('.tabs a', { hasText: 'Disputed' }).click()
  assert.deepEqual(await page.locator('.row-link').allInnerTexts(), ['Lost-8'])
  await page.locator('#search').fill(`0${phone.slice('+971'.length)}`)
  await page.locator('#search').press('Enter')
  await page.locator('.found').waitFor()
  assert.equal(await page.locator('.row-link').count(), 1)
  await page.locator('.row-link', { hasText: 'Belt-7' }).click()
  await page.getByLabel(/Belt/).check()
  await page.locator('#refund-items button').click()
  assert.match(await confirm(page), /Refund AED\s60\.00 of order .*Belt-7/)
  assert.match(await note(page), /AED\s60\.00 refunded/)
  const { refunds } = succeed(await shop.call('GET', `/api/v2/payments/${belt}`)).body
  assert.deepEqual(
    refunds.map(({ amount, items }: { amount: string; items: { title: string }[] }) => [
      amount,
      items.map(({ title }) => title),
    ]),
    [['60.00', ['Belt']]],
  )
}

async function answerTheDispute(page: Page, { shop, dispute }: Owner): Promise<void> {
  await go(page, '')
  await page.locator('.task-link', { hasText: 'Disputes to answer' }).click()
  await page.locator('.row-link', { hasText: 'Lost-8' }).click()
  assert.match(await page.locator('main').innerText(), /What you do now\n[\s\S]*Do you disagree\? Challenge it/)
  await page.locator('a[href$="/challenge"]').click()
  await page.getByRole('radio', { name: 'The order was delivered' }).check()
  assert.equal(await page.locator('#amount').isVisible(), false)
  await page.locator('#text').fill('The neighbour has signed for it.')
  await page.locator('#attachment').setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: smallPng })
  await page.locator('main button.primary').click()
  await page.locator('.ask img').waitFor()
  assert.match(await confirm(page), /Challenge the dispute on order .*Lost-8/)
  assert.match(await note(page), /Challenged/)
  const { status, history } = await shop.dispute(dispute)
  assert.deepEqual([status, history.at(-1).attachments.length], ['in_progress', 1])
}

async function mendTheWebhook(page: Page, { shop, belt, oldPath, newPath }: Owner): Promise<void> {
  const { receiver } = notifying
  await go(page, '')
  await page.locator('.task-link', { hasText: 'A webhook fails' }).click()
  assert.match(await page.locator('.note-bad').innerText(), /HTTP 404/)
  const address = page.url()
  await page.locator('#filter-q').fill(' Belt-7 ')
  await page.locator('.filters button').click()
  await page.locator('.row-link', { hasText: 'Belt-7' }).last().click()
  await page.locator('code.answer', { hasText: 'The shop has moved' }).first().waitFor()
  assert.match(await page.locator('pre.raw').first().innerText(), new RegExp(`POST ${oldPath}`))
  await page.locator('.back a').click()
  await page.waitForURL(address)
  await page.getByText('Change the address or the header').click()
  await page.locator('[name=url]').fill(`http://shop.test${newPath}`)
  await page.locator('form[action$="/replace"] button').click()
  await page.locator('.note-good').waitFor()

  await page.locator('form[action$="/replays"] button').click()
  assert.match(await confirm(page), new RegExp(`again to .*shop.test${newPath}`))
  assert.match(await note(page), /It has begun/)
  await page.locator('#replay', { hasText: 'Everything has arrived' }).waitFor()
  const isMissed = ({ path, body }: { path: string; body: { id: string } }) => path === newPath && body.id === belt
  const arrived = await receiver.waitFor(4, isMissed)
  assert.deepEqual(
    arrived.slice(0, 4).map(({ headers }) => headers['webhook-sequence']),
    ['1', '2', '3', '4'],
  )
  await notifying.untilNone(
    `select 1 from webhooks where merchant_id = '${shop.merchantId}' and failing_since is not null`,
  )
  await page.goto(address)
  assert.match(await page.locator('main').innerText(), /What is sent arrives/)
}

/** Invites an analyst. Returns the link. */
async function invite(page: Page, email: string): Promise<string> {
  await go(page, 'team')
  await page.locator('#invite [name=email]').fill(email)
  await page.locator('#invite [name=role]').selectOption({ label: 'Analyst' })
  await page.locator('#invite button').click()
  return page.locator('#secret').inputValue()
}

async function onlyLook(context: BrowserContext, link: string, { belt, dispute }: Owner): Promise<void> {
  const page = await context.newPage()
  await page.goto(link)
  await page.locator('[name=password]').fill('violet-otter-seven')
  await page.locator('button.primary').click()
  await page.waitForURL('**/dashboard/test')
  await page.locator('.modes a[href$="/live"]').click()
  await page.waitForURL(`**${live}`)
  const links = await page.locator('.side-wide a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  assert.ok(links.length >= 6 && !links.includes(`${live}/team`) && !links.includes(`${live}/keys`), links.join(' '))
  const { origin } = new URL(page.url())
  for (const path of [...links, `${live}/payments/${belt}`, `${live}/disputes/${dispute}`]) {
    const answer = await page.goto(`${origin}${path}`)
    assert.equal(answer?.status(), 200, String(path))
    assert.equal(await page.locator('main form[method=post]').count(), 0, String(path))
  }
  assert.match(await page.locator('main').innerText(), /The neighbour has signed for it/)
}

for (const javaScriptEnabled of [true, false]) {
  test(`an owner gets through the day ${javaScriptEnabled ? 'at a browser' : 'without JavaScript'}`, async () => {
    const owner = owners.get(javaScriptEnabled) ?? assert.fail()
    const options = { javaScriptEnabled, viewport: { width: 1280, height: 800 } }
    const context = await browser.newContext(options)
    const page = await signIn(context, owner)
    await refundTheBelt(page, owner)
    await answerTheDispute(page, owner)
    await mendTheWebhook(page, owner)
    await seeWhatIsPaid(page, owner.shop)
    await exportTheMonth(page, owner.shop)
    await makeALink(page, context)
    const email = `looker-${javaScriptEnabled}@shop.example`
    const link = await invite(page, email)
    const second = await browser.newContext(options)
    await onlyLook(second, link, owner)
    await go(page, 'activity')
    const done = await page.locator('main .table').innerText()
    for (const one of ['Refunded', 'Challenged a dispute', 'Changed a webhook', 'Sent a stretch of time again'])
      assert.ok(done.includes(one), one)
    for (const one of ['Exported payments', 'Invited somebody', email]) assert.ok(done.includes(one), one)
    await second.close()
    await context.close()
  })
}

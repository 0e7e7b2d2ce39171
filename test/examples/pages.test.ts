import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { succeed } from '../../testkit/client.ts'
import { freePort } from '../../testkit/listen.ts'
import { giveCard, payButton, sendPhone, typeCode } from '../../testkit/payment-page.ts'
import type { Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { openBrowser } from '../pages/browser.ts'
import { newPhone } from '../pages/customer.ts'
import { findWithAxe } from '../pages/view-checks.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { newShopFolder, openShopProcess, type ShopFolder } from './shop-folder.ts'

let api: TestApi
let browser: Browser
let folder: ShopFolder
let port: number
before(async () => {
  port = await freePort()
  const env = { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${port}` }
  ;[api, browser] = await Promise.all([openTestApi({ workers: true, runs: true, env }), openBrowser()])
  folder = newShopFolder()
})
after(async () => {
  await browser.close()
  folder.remove()
  await api.close()
})

/** Reloads the page until it has the text. */
async function untilShown(page: Page, selector: string): Promise<void> {
  await retry(selector, async () => {
    if ((await page.locator(selector).count()) > 0) return true
    await page.reload()
    return false
  })
}

/** With live keys the code is sent. */
async function codeOf(caller: Shop, phone: string): Promise<string> {
  const { messages } = succeed(await caller.call('GET', `/sandbox/messages?phone=${encodeURIComponent(phone)}`)).body
  return /\d{6}/.exec(messages.at(-1).text)?.[0] ?? assert.fail(JSON.stringify(messages))
}

test('a customer buys in the browser, and staff ships, refunds and answers a dispute', async () => {
  const merchant = await api.newMerchant({ merchantCode: 'AE' })
  const at = `http://127.0.0.1:${port}`
  await openShopProcess(folder, {
    ...{ QIST_URL: api.service.urls.uae, QIST_SECRET_KEY: merchant.keys.live.secret, PORT: String(port) },
    ...{ SHOP_DATA: join(folder.path, 'data'), OFFICE_PASSWORD: 'secret' },
  })
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
    httpCredentials: { username: 'staff', password: 'secret', origin: at },
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))

  // The customer orders, pays on Qist's page, and returns.
  await page.goto(at)
  await page.locator('[name=SHIRT]').fill('1')
  await page.locator('[name=RUG]').fill('1')
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone: newPhone(), city: 'Dubai', address: 'Street 1' }
  for (const [name, value] of Object.entries(buyer)) await page.locator(`[name=${name}]`).fill(value)
  await page.getByRole('button').click()
  await sendPhone(page)
  await typeCode(page, await codeOf(merchant.live, buyer.phone))
  await giveCard(page)
  await payButton(page).click()
  await page.waitForURL(`${at}/orders/*`)
  const order = new URL(page.url()).pathname
  await untilShown(page, '[data-state="part-shipped"]')

  // The rug is finished and shipped, too; a part of its price is refunded.
  await page.goto(`${at}/office`)
  await page.getByRole('link', { name: '1001' }).click()
  await page.getByRole('button', { name: 'Ship the rest and capture' }).click()
  await page.locator('[data-state="shipped"]').waitFor()
  await page.locator('[name=amount]').fill('50')
  await page.locator('[name=reason]').fill('a button is missing')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('CLOSED, captured 860.00, refunded 50.00').waitFor()

  // The customer opens a dispute, which blocks refunds.
  const { payments } = succeed(await merchant.live.call('GET', '/api/v2/payments')).body
  const complaint = { payment_id: payments[0].id, reason: 'product_issue', comment: 'It came torn' }
  const { dispute } = succeed(await merchant.live.call('POST', '/sandbox/disputes', complaint)).body
  await untilShown(page, '[data-disputes="new"]')
  await page.locator('[name=amount]').fill('10')
  await page.getByRole('button', { name: 'Refund' }).click()
  await untilShown(page, 'text=: held')
  await page.locator('[name=words]').fill('Handed over on the 3rd, signed')
  await page.locator('[name=file]').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: smallPng })
  await page.getByRole('button', { name: 'Challenge it' }).click()
  await page.locator('[data-disputes="in_progress"]').waitFor()
  const read = succeed(await merchant.live.call('GET', `/api/v1/disputes/${dispute.id}`)).body.dispute
  assert.equal(read.attachments.length, 1)

  // Support asks for evidence, receives it, and declines; then the refund is made.
  const support = (what: string, body: object = {}) =>
    merchant.live.call('POST', `/sandbox/disputes/${dispute.id}/${what}`, body)
  succeed(await support('request-evidence', { from: 'merchant' }))
  await untilShown(page, '[data-disputes="evidence_merchant"]')
  await page.locator('[name=words]').fill('The carrier has a picture')
  await page.getByRole('button', { name: 'Send evidence' }).click()
  await page.locator('[data-disputes="in_progress"]').waitFor()
  succeed(await support('decline'))
  await untilShown(page, '[data-disputes="declined"]')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByText('refunded 60.00').waitFor()

  assert.deepEqual(await findWithAxe({ browser, url: at }, ['/', order], 'light'), [])
  assert.deepEqual(complaints, [])
  await context.close()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { demoMerchants } from '../../src/platform/merchants/open-demo-merchants.ts'
import { openDocs } from './docs-browser.ts'
import { press, tabTo, type } from './keyboard.ts'

const docs = openDocs()
const key = demoMerchants.find(({ region }) => region === 'uae')?.keys.test.secret ?? ''

test('try it: a payment is made, authorized and listed from the pages, by keyboard alone', async () => {
  await docs.on('/docs/reference/checkout', {}, async (page, { requests, complaints }) => {
    const status = (id: string) => page.locator(`#${id} [data-status]`)
    const answer = (id: string) => page.locator(`#${id} [data-answer]`)
    assert.equal(await page.locator('#createSession-key').inputValue(), '')
    await page.locator('#createSession .try summary').focus()
    await page.keyboard.press('Enter')
    await type(page, '#createSession-key', key)
    await press(page, '#createSession .try button')
    await status('createSession')
      .filter({ hasText: /^200 OK after \d+ ms$/ })
      .waitFor()
    assert.equal(await status('createSession').getAttribute('role'), 'status')
    const { payment } = JSON.parse((await answer('createSession').textContent()) ?? '')

    // The tab keeps the key, and nothing else has it.
    await page.goto(`${docs.url()}/docs/reference/sandbox#authorizePayment`)
    assert.equal(await page.locator('#authorizePayment-key').inputValue(), key)
    assert.equal(await page.evaluate('localStorage.length + document.cookie.length'), 0)
    assert.ok(requests.every((url) => !url.includes(key) && url.startsWith(docs.url())))
    await page.locator('#authorizePayment .try summary').click()
    await page.locator('#authorizePayment-id').fill(payment.id)
    await page.locator('#authorizePayment .try button').click()
    await status('authorizePayment').filter({ hasText: /^200/ }).waitFor()
    assert.match((await answer('authorizePayment').textContent()) ?? '', /"status": "AUTHORIZED"/)
    assert.deepEqual(complaints, [])

    await page.goto(`${docs.url()}/docs/reference/payments#listPayments`)
    await page.locator('#listPayments .try summary').click()
    await page.locator('#listPayments-limit').fill('1')
    await tabTo(page, '#listPayments .try button')
    await page.keyboard.press('Enter')
    await status('listPayments').filter({ hasText: /^200/ }).waitFor()
    assert.equal(JSON.parse((await answer('listPayments').textContent()) ?? '').payments.length, 1)
    assert.ok(requests.some((url) => url.endsWith('/api/v2/payments?limit=1')))
  })
})

test('try it: a refusal is shown with its status, and a sandbox that does not answer is named', async () => {
  await docs.on('/docs/reference/payments#getPayment', {}, async (page) => {
    const status = page.locator('#getPayment [data-status]')
    await page.locator('#getPayment .try summary').click()
    await page.locator('#getPayment-key').fill('sk_test_unknown')
    await page.locator('#getPayment-id').fill('no/uuid?')
    await page.locator('#getPayment .try button').click()
    await status.filter({ hasText: /^4\d\d / }).waitFor()
    assert.match((await page.locator('#getPayment [data-answer]').textContent()) ?? '', /"errorType"/)
    await page.route('**/api/**', (route) => route.abort())
    await page.locator('#getPayment .try button').click()
    await status.filter({ hasText: /^No answer: .*Does the sandbox still run\?$/ }).waitFor()
    assert.ok(await page.locator('#getPayment [data-answer]').isHidden())
    await page.locator('#getPayment-key').fill('ключ')
    await page.locator('#getPayment .try button').click()
    await status.filter({ hasText: /^Not sent: / }).waitFor()
  })
})

test('try it: without script there is no form, and no field has a name that an address could get', async () => {
  await docs.on('/docs/reference/payments', { javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator('.try:visible').count(), 0)
    assert.equal(await page.locator('.try [name]').count(), 0)
  })
  const upload = await (await fetch(`${docs.url()}/docs/reference/disputes`)).text()
  assert.match(upload, /This form uploads no files\./)
})

test('try it: the scripts of a reference page are small', async () => {
  const page = await (await fetch(`${docs.url()}/docs/reference/payments`)).text()
  const [, address = ''] = /<script src="([^"]+)"/.exec(page) ?? []
  const script = await (await fetch(docs.url() + address)).text()
  assert.ok(gzipSync(script).byteLength < 8_000, `${gzipSync(script).byteLength}`)
})

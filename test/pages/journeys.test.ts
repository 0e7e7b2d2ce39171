import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  cancelButton,
  giveCard,
  payButton,
  sendPhone,
  typeCode,
  waitForOutcome,
  walkToConfirm,
} from '../../testkit/payment-page.ts'
import { openShop } from '../../testkit/shop.ts'
import { arrive, desktopSize, openCheckout, openStreet, phoneSize, type Street, statusOf } from './customer.ts'

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

for (const [name, size] of Object.entries({ phone: phoneSize, desktop: desktopSize })) {
  test(`a customer pays and is back at the shop with the payment's id, ${name}`, async () => {
    const checkout = await openCheckout(street)
    const { page, context, strangers, complaints } = await arrive(street, checkout, size)
    await walkToConfirm(page)
    await payButton(page).click()
    await waitForOutcome(page, 'approved')
    assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
    await page.waitForURL(`${street.shopUrl}/ok?order=1&payment_id=${checkout.paymentId}`)
    assert.deepEqual([...strangers, ...complaints], [])
    await context.close()
  })
}

test('the folded order has the amounts that the shop sent, and adds up', async () => {
  const item = { reference_id: 'S-1', title: 'Shirt', quantity: 2, unit_price: '160.00', category: 'Clothes' }
  const sent = { shipping_amount: '25.00', discount_amount: '15.00', tax_amount: '10.00' }
  const order = { reference_id: '1001', items: [item], ...sent }
  const { page, context } = await arrive(street, await openCheckout(street, { payment: { order } }))
  await page.locator('summary').click()
  const amounts = await page.locator('.items li .number').allTextContents()
  assert.deepEqual(
    amounts.map((text) => text.replaceAll(/[^\d.-]/g, '')),
    ['320.00', '25.00', '-15.00', '10.00', '340.00'],
  )
  await context.close()
})

test('a rejected customer returns to the failure address, and the payment is REJECTED', async () => {
  const buyer = { email: 'otp.rejected@example.com' }
  const checkout = await openCheckout(street, { buyer })
  const { page, context } = await arrive(street, checkout)
  await sendPhone(page)
  await typeCode(page)
  await waitForOutcome(page, 'refused')
  await page.locator('a.primary').click()
  await page.waitForURL(`${street.shopUrl}/failure?payment_id=${checkout.paymentId}`)
  assert.equal(await statusOf(street, checkout), 'REJECTED')
  await context.close()
})

test('a customer can leave at every step, and the payment is EXPIRED', async () => {
  const stepsBefore = [
    async () => {},
    sendPhone,
    async (page: Parameters<typeof sendPhone>[0]) => {
      await sendPhone(page)
      await typeCode(page)
      await page.locator('#number').waitFor()
    },
    walkToConfirm,
    async (page: Parameters<typeof sendPhone>[0]) => {
      await walkToConfirm(page, '4000000000003220')
      await payButton(page).click()
      await page.locator('button[value="confirm"]').waitFor()
    },
  ]
  for (const walk of stepsBefore) {
    const checkout = await openCheckout(street)
    const { page, context } = await arrive(street, checkout)
    await walk(page)
    await cancelButton(page).click()
    await waitForOutcome(page, 'cancelled')
    assert.equal(await statusOf(street, checkout), 'EXPIRED')
    await page.locator('a.primary').click()
    await page.waitForURL(`${street.shopUrl}/cancel?payment_id=${checkout.paymentId}`)
    await context.close()
  }
})

test('the fifth wrong code locks the session, and the way back ends it', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await sendPhone(page)
  for (const left of ['4', '3', '2', 'one']) {
    await typeCode(page, '1234')
    await page.locator('#code-error', { hasText: `${left} ` }).waitFor()
  }
  await typeCode(page, '1234')
  await waitForOutcome(page, 'locked')
  await page.goto(checkout.webUrl)
  assert.equal(await page.locator('.outcome-locked').count(), 1)
  await cancelButton(page).click()
  await waitForOutcome(page, 'cancelled')
  assert.equal(await statusOf(street, checkout), 'EXPIRED')
  await context.close()
})

test('a declined card can be replaced by a good one', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page, '4000000000009995')
  await payButton(page).click()
  await page.locator('.notice', { hasText: 'not enough' }).waitFor()
  assert.equal(await statusOf(street, checkout), 'CREATED')
  await giveCard(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
  await context.close()
})

test('five declined cards lock the session', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page, '4000000000000002')
  for (let declined = 1; declined < 5; declined += 1) {
    await payButton(page).click()
    await page.locator('.notice').waitFor()
    await giveCard(page, '4000000000000069')
  }
  await payButton(page).click()
  await waitForOutcome(page, 'locked')
  await context.close()
})

test('a challenged card is charged if the customer confirms, and not otherwise', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page, '4000000000003220')
  await payButton(page).click()
  await page.locator('button[value="refuse"]').click()
  await page.locator('.notice', { hasText: 'did not confirm' }).waitFor()
  assert.equal(await statusOf(street, checkout), 'CREATED')
  await giveCard(page, '4000000000003220')
  await payButton(page).click()
  await page.locator('button[value="confirm"]').click()
  await waitForOutcome(page, 'approved')
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
  await context.close()
})

test('an expired session says so, also to a customer who has already typed', async () => {
  const { clock } = street.service
  const before = clock.now()
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await sendPhone(page)
  clock.advance(21 * 60_000)
  await typeCode(page)
  await waitForOutcome(page, 'expired')
  await page.goto(checkout.webUrl)
  await waitForOutcome(page, 'expired')
  clock.set(before)
  await context.close()
})

test('with live keys the code has six digits and is in the outbox', async () => {
  const shop = openShop(street.service.urls.uae, 'sk_11111111-1111-4111-8111-111111111111')
  const checkout = await openCheckout(street, { shop })
  const { page, context } = await arrive(street, checkout)
  assert.equal(await page.locator('.band').count(), 0)
  await sendPhone(page)
  const outbox = await context.newPage()
  await outbox.goto(`${street.service.urls.uae}/sandbox/outbox?sessionId=${checkout.sessionId}`)
  const code = /\d{6}/.exec((await outbox.locator('.messages').textContent())?.replace(/\+\d+/, '') ?? '')?.[0] ?? ''
  await page.bringToFront()
  await typeCode(page, code)
  await giveCard(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.equal(await statusOf(street, checkout, shop), 'AUTHORIZED')
  assert.doesNotMatch(JSON.stringify(street.service.logged), new RegExp(code))
  await context.close()
})

test('in a shop: the code on the screen opens the page on a phone, and the screen shows the outcome', async () => {
  const checkout = await openCheckout(street)
  const session = async () => (await street.shop.call('GET', `/api/v2/checkout/${checkout.sessionId}`)).body
  const before = await session()
  const picture = await fetch(before.configuration.available_products.installments[0].qr_code)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.equal(before.status, 'created')
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.equal((await session()).status, 'approved')
  await context.close()
})

test('without addresses of the shop the page itself shows the outcome', async () => {
  const checkout = await openCheckout(street, { members: { merchant_urls: null } })
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.equal(await page.locator('a.primary').count(), 0)
  await context.close()
})

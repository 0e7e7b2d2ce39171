import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveCard, payButton, sendPhone, typeCode, waitForOutcome } from '../../testkit/payment-page.ts'
import { arrive, desktopSize, openCheckout, openStreet, phoneSize, type Street, statusOf } from './customer.ts'
import { press, tabTo } from './keyboard.ts'

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

test('the whole way works without JavaScript, including a change of language', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout, { ...phoneSize, javaScriptEnabled: false })
  await sendPhone(page)
  await page.locator('#code').fill('8888')
  await page.locator('form[action*="code"] button.primary').click()
  await page.locator('a[hreflang="ar"]').click()
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await giveCard(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  await page.locator('a.primary').click()
  assert.equal(page.url(), `${street.shopUrl}/ok?order=1&payment_id=${checkout.paymentId}`)
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
  await context.close()
})

test('the whole way works with the keyboard alone', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout, desktopSize)
  const { keyboard } = page
  await press(page, 'summary')
  await page.locator('.items li').first().waitFor()
  await press(page, '#phone')
  await page.locator('#code:focus').waitFor()
  await keyboard.type('8888')
  await page.locator('#number').waitFor()
  await tabTo(page, '#number')
  for (const text of ['4242424242424242', '1229', '123']) {
    await keyboard.type(text)
    await keyboard.press('Tab')
  }
  await keyboard.press('Enter')
  await payButton(page).waitFor()
  await press(page, 'form[action*="pay"] button')
  await waitForOutcome(page, 'approved')
  await context.close()
})

test('a code that is typed before the script loads is sent when it has loaded', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  const held = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  // A plain click would wait for the next page, and so for the script.
  await page.locator('form[action*="phone"] button').click({ noWaitAfter: true })
  await page.locator('#code').pressSequentially('8888')
  assert.equal(await page.locator('#code').inputValue(), '8888')
  held.resolve()
  await page.locator('#number').waitFor()
  await context.close()
})

test('a session in Arabic opens in Arabic and accepts Arabic digits', async () => {
  const checkout = await openCheckout(street, { members: { lang: 'ar' } })
  const { page, context } = await arrive(street, checkout)
  assert.equal(await page.locator('html').getAttribute('lang'), 'ar')
  await sendPhone(page)
  await typeCode(page, '٨٨٨٨')
  await giveCard(page, '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢')
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
  await context.close()
})

test('card fields group the digits, show errors below the field, and keep the input', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await sendPhone(page)
  await typeCode(page)
  await giveCard(page, '4242424242424241')
  assert.match((await page.locator('#number-error').textContent()) ?? '', /not a card number/)
  assert.equal(await page.locator('#number').inputValue(), '4242 4242 4242 4241')
  assert.equal(await page.locator('#expiry').inputValue(), '12 / 29')
  assert.equal(await page.locator('[data-brand]').textContent(), 'Visa')
  await page.locator('#number:focus').waitFor()
  await page.locator('#number').press('Backspace')
  await page.locator('#number').pressSequentially('2')
  assert.equal(await page.locator('#number-error').textContent(), '')
  await context.close()
})

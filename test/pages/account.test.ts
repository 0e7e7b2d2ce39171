import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { payButton, typeCode, waitForOutcome, walkToConfirm } from '../../testkit/payment-page.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { planOf } from '../support/plans.ts'
import { buy } from './account-forms.ts'
import { choose, paidOf, signIn, visitAccount, waitForNote } from './account-street.ts'
import { arrive, desktopSize, newPhone, openCheckout, openStreet, phoneSize, type Street, titleOf } from './customer.ts'
import { press, type } from './keyboard.ts'

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

test('the whole way works without JavaScript, including a change of language', async () => {
  const phone = newPhone()
  const id = await buy(street.shop, phone, { card: '4000000000003220' })
  const { page, context } = await visitAccount(street, { ...phoneSize, javaScriptEnabled: false }, '/account?lang=ar')
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await page.locator('#phone').fill(phone.replace('+971', '0'))
  await page.locator('form[action*="/phone"] button').click()
  await page.locator('#code').fill('٨٨٨٨')
  await page.locator('form[action*="/code"] button.primary').click()
  assert.equal(await titleOf(page), 'مشترياتك')
  await page.locator('.purchase').click()
  await page.locator('.strip a').click()
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  await choose(page, 'next')
  await payButton(page).click()
  await page.locator('button[value="confirm"]').click()
  await waitForNote(page, 'We received AED\u00a085.00')
  await page.locator('.chosen a').click()
  await page.locator('#number').fill('5555555555554444')
  await page.locator('#expiry').fill('12/29')
  await page.locator('#security_code').fill('123')
  await page.locator('form[action*="/card"] button.primary').click()
  await waitForNote(page, 'Mastercard ending in 4444')
  assert.equal((await planOf(street.shop, id)).card.last_four, '4444')
  await page.locator('.person button').click()
  assert.equal(await page.locator('#phone').count(), 1)
  await context.close()
})

test('the whole way works with the keyboard alone', async () => {
  const phone = newPhone()
  const id = await buy(street.shop, phone)
  const { page, context } = await visitAccount(street, desktopSize, `/account?mode=test&purchase=${id}&lang=en`)
  await type(page, '#phone', phone)
  await page.keyboard.press('Enter')
  await type(page, '#code', '8888')
  await press(page, 'a[href*="what=next"]')
  await press(page, 'form[action*="pay"] button')
  await waitForNote(page, 'We received')
  assert.equal(await paidOf(street, id), '170.00')
  await context.close()
})

test('the last view of the payment page and every message link to the purchase, behind a code', async () => {
  const phone = newPhone()
  const checkout = await openCheckout(street, { buyer: { phone }, members: { merchant_urls: null } })
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  await page.locator('a[href^="/account"]').click()
  await signIn(page, phone)
  assert.match(page.url(), new RegExp(`purchase=${checkout.paymentId}`))
  await page.locator('h1', { hasText: 'left to pay' }).waitFor()
  await street.shop.call('POST', `/api/v2/payments/${checkout.paymentId}/captures`, {
    amount: '340.00',
    reference_id: 'c',
  })
  await street.shop.call('POST', `/sandbox/payments/${checkout.paymentId}/pay`, { what: 'next' })
  const { body } = await street.shop.call('GET', `/sandbox/messages?phone=${encodeURIComponent(phone)}`)
  const link: string = /http\S+/.exec(body.messages.at(-1).text)?.[0] ?? ''
  await page.goto(street.service.urls.uae + new URL(link).pathname + new URL(link).search)
  await page.locator('h1', { hasText: 'AED\u00a0170.00 left to pay' }).waitFor()
  await context.close()
})

test('live purchases need a live code, which a sandbox shows in its outbox', async () => {
  const phone = newPhone()
  await buy(openShop(street.service.urls.uae, demoKey(1, 'sk_')), phone)
  const { page, context } = await visitAccount(street, phoneSize, '/account?mode=live&lang=en')
  assert.equal(await page.locator('.band').count(), 0)
  await page.locator('#phone').fill(phone)
  await page.locator('form[action*="/phone"] button').click()
  const outbox = (await page.locator('.aside a').getAttribute('href')) ?? ''
  const code = /(\d{6}) is your code/.exec(await (await fetch(street.service.urls.uae + outbox)).text())?.[1] ?? ''
  await typeCode(page, code)
  await page.locator('.purchase').waitFor()
  await context.close()
})

test('many purchases are paged', async () => {
  const phone = newPhone()
  for (let bought = 0; bought < 11; bought += 1) await buy(street.shop, phone, { isCaptured: false })
  const { page, context } = await visitAccount(street, phoneSize, '/account?mode=test&lang=en')
  await signIn(page, phone)
  assert.equal(await page.locator('.purchase').count(), 10)
  await page.locator('a[rel="next"]').click()
  await page.locator('a[rel="prev"]').waitFor()
  assert.equal(await page.locator('.purchase').count(), 1)
  await context.close()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveCard, payButton } from '../../testkit/payment-page.ts'
import { planOf } from '../support/plans.ts'
import { buy } from './account-forms.ts'
import { atPurchase, choose, paidOf, passTime, signIn, visitAccount, waitForNote } from './account-street.ts'
import { desktopSize, newPhone, openStreet, phoneSize, type Street, titleOf } from './customer.ts'

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

for (const [name, size] of Object.entries({ phone: phoneSize, desktop: desktopSize })) {
  test(`a customer signs in, sees what is open first, and pays the next payment, ${name}`, async () => {
    const phone = newPhone()
    const done = await buy(street.shop, phone, { amount: '40.00' })
    await street.shop.call('POST', `/sandbox/payments/${done}/pay`, { what: 'all' })
    const id = await buy(street.shop, phone)
    const { page, context, troubles } = await visitAccount(street, size, '/account?lang=en')
    await signIn(page, phone)
    assert.equal(await titleOf(page), 'Your purchases')
    assert.deepEqual(await page.locator('.purchase .status').allTextContents(), [
      'Next: AED\u00a085.00 on 1 Apr',
      'Paid in full',
    ])
    await page.locator('.purchase').first().click()
    await page.locator('h1', { hasText: 'AED\u00a0255.00 left to pay' }).waitFor()
    await choose(page, 'next')
    await payButton(page).click()
    await waitForNote(page, 'We received AED\u00a085.00')
    assert.equal(await paidOf(street, id), '170.00')
    await page.reload()
    await waitForNote(page, 'We received AED\u00a085.00')
    assert.equal(await paidOf(street, id), '170.00')
    assert.deepEqual(troubles, [])
    await context.close()
  })
}

test('the whole rest can be paid at once; then the page has no button', async () => {
  const { page, context, id } = await atPurchase(street)
  await choose(page, 'all')
  await payButton(page).dblclick()
  await page.locator('h1', { hasText: 'Paid in full' }).waitFor()
  assert.equal(await page.locator('.choices').count(), 0)
  const plan = await planOf(street.shop, id)
  assert.deepEqual([plan.status, plan.paid, plan.charges.length], ['completed', '340.00', 2])
  await context.close()
})

test('the back button, a second tab and forms of an old page charge nothing more', async () => {
  const { page, context, id } = await atPurchase(street)
  await choose(page, 'next')
  const second = await context.newPage()
  await second.goto(page.url())
  await Promise.all([payButton(page).click(), payButton(second).click()])
  await Promise.all([waitForNote(page, 'We received'), waitForNote(second, 'We received')])
  await page.goBack()
  await payButton(page).waitFor()
  assert.equal(await paidOf(street, id), '170.00')
  await context.close()
})

test('returns to the card are shown, and a receipt can be printed', async () => {
  const { page, context, id } = await atPurchase(street)
  await choose(page, 'next')
  await payButton(page).click()
  await waitForNote(page, 'We received')
  await street.shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '200.00', reference_id: 'r1' })
  await page.reload()
  await page.locator('h2', { hasText: 'Back to your card' }).waitFor()
  await page.locator('.line a').first().click()
  await page.locator('.receipt').waitFor()
  assert.match(
    (await page.locator('.receipt').textContent()) ?? '',
    /Paid AED\u00a085\.00.*Demo UAE.*Visa ending in 4242/s,
  )
  assert.equal(await page.locator('button[data-print]').isVisible(), true)
  await context.close()
})

test('before the shop captures, nothing is charged, and the page gives the reason', async () => {
  const phone = newPhone()
  const id = await buy(street.shop, phone, { isCaptured: false })
  const { page, context } = await visitAccount(street, phoneSize, `/account?mode=test&purchase=${id}&lang=en`)
  await signIn(page, phone)
  await page.locator('.lead', { hasText: 'has not completed your order' }).waitFor()
  assert.equal(await page.locator('.choices').count(), 0)
  await context.close()
})

test('a defaulted plan is shown kindly and can still be paid', async () => {
  const { page, context, phone, id } = await atPurchase(street, '4000000000000341')
  await passTime(street, 'P130D')
  await page.goto(`${street.service.urls.uae}/account?mode=test&purchase=${id}&lang=en`)
  if ((await page.locator('#phone').count()) > 0) await signIn(page, phone)
  await page.locator('.lead', { hasText: 'no longer charge your card by ourselves' }).waitFor()
  await page.locator('.chosen a').click()
  await giveCard(page, '4242424242424242')
  await waitForNote(page, 'From now on we use')
  await choose(page, 'overdue')
  await payButton(page).click()
  await page.locator('h1', { hasText: 'Paid in full' }).waitFor()
  await context.close()
})

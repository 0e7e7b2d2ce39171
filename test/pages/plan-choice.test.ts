import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { giveCard, payButton, sendPhone, typeCode, waitForOutcome, walkToConfirm } from '../../testkit/payment-page.ts'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { planOf } from '../support/plans.ts'
import { arrive, type Checkout, desktopSize, openCheckout, openStreet, phoneSize, type Street } from './customer.ts'
import { openForms, sendForm } from './forms.ts'

let street: Street
let shop: Shop
before(async () => {
  street = await openStreet()
  const { keys } = await newMerchant(street.shop)
  shop = openShop(street.service.urls.uae, keys.test.secret, { merchantCode: 'main' })
  const six = { count: 6, period: 'P1M', down_payment: '10.00', fee_on: 'spread', min_amount: '500.00' }
  const plans = [
    { count: 4, period: 'P1M', max_amount: '1000.00' },
    { ...six, service_fee: { percent: '2.50', fixed: '1.00' } },
    { count: 2, period: 'P2W' },
  ]
  succeed(await shop.call('PUT', '/sandbox/stores/main/plans', { plans }))
})
after(() => street.close())

const digits = (texts: readonly string[]): string[] => texts.map((text) => /\d+\.\d+/.exec(text)?.[0] ?? text)

for (const lang of ['en', 'ar'] as const) {
  for (const javaScriptEnabled of [true, false]) {
    test(`a customer chooses six parts, ${lang}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const checkout = await openCheckout(street, { shop, amount: '600.00', members: { lang } })
      const size = lang === 'en' ? desktopSize : phoneSize
      const { page, context, complaints } = await arrive(street, checkout, { ...size, javaScriptEnabled })
      assert.deepEqual(digits(await page.locator('.choice-today').allTextContents()), ['150.00', '62.66', '300.00'])
      const [, six = '', two = ''] = await page.locator('.choice').allTextContents()
      assert.match(six, lang === 'en' ? /6 payments, monthly/ : /6 دفعات/)
      assert.match(six, /110\.66[\s\S]*616\.00[\s\S]*16\.00/)
      assert.match(
        two,
        lang === 'en' ? /then AED.300\.00 after two weeks[\s\S]*no interest, no fees/ : /بعد أسبوعين[\s\S]*بلا فوائد/,
      )
      assert.equal(await page.locator('[name=plan]:checked').inputValue(), '4xP1M')
      await page.locator('.choice', { hasText: '62.66' }).click()
      await sendPhone(page)
      await typeCode(page)
      // The page's script sends a complete code.
      if (!javaScriptEnabled) await page.locator('form[action*="code"] button.primary').click()
      await giveCard(page)
      await payButton(page).waitFor()
      assert.deepEqual(digits(await page.locator('.part-amount [aria-hidden]').allTextContents()), [
        '62.66',
        ...Array<string>(4).fill('110.66'),
        '110.70',
      ])
      assert.match((await page.locator('main').textContent()) ?? '', /616\.00[\s\S]*16\.00|16\.00[\s\S]*616\.00/)
      await payButton(page).click()
      await waitForOutcome(page, 'approved')
      const plan = await planOf(shop, checkout.paymentId)
      assert.deepEqual([plan.paid, plan.total, plan.installments.length], ['62.66', '616.00', 6])
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }
}

test('an address with a plan opens with it chosen, also after a wrong phone and in the other language', async () => {
  const { body } = await shop.checkout('600.00')
  const [, { web_url: webUrl }] = body.configuration.available_products.installments
  const checkout: Checkout = { sessionId: body.id, paymentId: body.payment.id, webUrl }
  const { page, context } = await arrive(street, checkout)
  const chosen = () => page.locator('[name=plan]:checked').inputValue()
  assert.equal(await chosen(), '6xP1M')
  await page.locator('[hreflang=ar], [lang=ar]').first().click()
  await page.locator('html[lang=ar]').waitFor()
  assert.equal(await chosen(), '6xP1M')
  await page.locator('.choice').nth(2).click()
  await page.locator('#phone').fill('12')
  await page.locator('form[action*="phone"] button').click()
  await page.locator('.field-wrong').waitFor()
  assert.equal(await chosen(), '2xP2W')
  await context.close()
})

test('without a date of birth the customer says to be of age, in the sentence with the terms', async () => {
  for (const [dob, isSaid] of [
    ['1990-04-17', false],
    [null, true],
  ] as const) {
    const { page, context } = await arrive(street, await openCheckout(street, { shop, buyer: { dob } }))
    await walkToConfirm(page)
    const text = (await page.locator('main').textContent()) ?? ''
    assert.equal(/at least 18 years old/.test(text), isSaid)
    await context.close()
  }
})

test('a plan that is not offered changes nothing, and one plan is not a choice', async () => {
  const customer = await openForms(shop)
  assert.equal((await sendForm(customer, 'phone', { phone: '+971500700999', plan: '6xP1M' })).status, 303)
  const stored = await street.service.database.query(
    `select plan from visits where session_id = '${customer.sessionId}'`,
  )
  assert.deepEqual(stored, [{ plan: null }])
  const { page, context } = await arrive(street, await openCheckout(street))
  assert.equal(await page.locator('[name=plan]').count(), 0)
  await context.close()
})

test('another plan for the same phone is saved in the pause between two codes, and not after the code', async () => {
  const customer = await openForms(shop, { amount: '340.00' })
  const choose = (plan: string) => sendForm(customer, 'phone', { phone: '+971500700998', plan })
  const stored = () =>
    street.service.database.query(`select plan from visits where session_id = '${customer.sessionId}'`)
  for (const plan of ['4xP1M', '2xP2W']) {
    assert.equal((await choose(plan)).status, 303)
    assert.deepEqual(await stored(), [{ plan }])
  }
  await sendForm(customer, 'code', { code: '8888' })
  await choose('4xP1M')
  assert.deepEqual(await stored(), [{ plan: '2xP2W' }])
})

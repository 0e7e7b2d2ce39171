import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { sendPhone } from '../../testkit/payment-page.ts'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { arrive, desktopSize, openCheckout, openStreet, phoneSize, type Street } from './customer.ts'
import { cookieOf, fillIn, goodCard, openForms, sendForm, stageFor } from './forms.ts'

let street: Street
let shop: Shop
before(async () => {
  street = await openStreet()
  const { keys } = await newMerchant(street.shop)
  shop = openShop(street.service.urls.uae, keys.test.secret, { merchantCode: 'main' })
  succeed(await shop.call('PUT', '/sandbox/decision', { decision: 'refer', reasons: ['<i>no file</i>'] }))
})
after(() => street.close())

const decide = async (payment: string, decision: 'approve' | 'decline') =>
  succeed(await shop.call('POST', `/sandbox/payments/${payment}/decide`, { decision }))

const pageOf = async (customer: { webUrl: string; cookie: string }, lang = 'en'): Promise<string> => {
  const address = customer.webUrl.replace('lang=en', `lang=${lang}`)
  return (await fetch(address, { headers: { cookie: cookieOf(customer) } })).text()
}

test('a referred order waits in words of both languages, reloads itself and shows no reason', async () => {
  const customer = await openForms(shop)
  assert.equal(await stageFor(customer), 'referred')
  const [english, arabic] = [await pageOf(customer), await pageOf(customer, 'ar')]
  assert.match(english, /We are looking at your order/)
  assert.match(arabic, /نراجع طلبك/)
  for (const page of [english, arabic]) {
    assert.match(page, /http-equiv="refresh" content="5;/)
    assert.match(page, /data-poll="referred"/)
    assert.ok(!page.includes('no file'))
  }
})

test('no form of another stage does anything to a referred order', async () => {
  const customer = await openForms(shop)
  for (const [step, form] of [
    ['phone', { phone: '+971500000001' }],
    ['code', { code: '8888' }],
    ['resend', {}],
    ['card', goodCard],
    ['pay', {}],
    ['bank', { answer: 'confirm' }],
  ] as const) {
    assert.equal((await sendForm(customer, step, form)).status, 303, step)
    assert.equal(await stageFor(customer), 'referred', step)
  }
  const [row] = await street.service.database.query(
    `select count(*)::int as charges from charges where payment_id = '${customer.paymentId}'`,
  )
  assert.equal(row?.['charges'], 0)
})

test('approved, the customer goes on and pays; declined, the page shows the refusal', async () => {
  const approved = await openForms(shop)
  await decide(approved.paymentId, 'approve')
  assert.equal(await stageFor(approved), 'order')
  await fillIn(approved, goodCard.number, approved.phone)
  assert.equal((await sendForm(approved, 'pay')).status, 303)
  assert.equal(await stageFor(approved), 'approved')
  const declined = await openForms(shop)
  await decide(declined.paymentId, 'decline')
  assert.equal(await stageFor(declined), 'refused')
  assert.match(await pageOf(declined), /We cannot offer this today/)
})

test('the customer may leave while support decides', async () => {
  const customer = await openForms(shop)
  assert.equal((await sendForm(customer, 'cancel')).status, 303)
  assert.equal(await stageFor(customer), 'cancelled')
  const answer = await shop.call('POST', `/sandbox/payments/${customer.paymentId}/decide`, { decision: 'approve' })
  assert.equal(answer.status, 400)
})

for (const javaScriptEnabled of [true, false]) {
  test(`the page goes on by itself after the decision, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const checkout = await openCheckout(street, { shop })
    const size = javaScriptEnabled ? phoneSize : desktopSize
    const { page, context, complaints } = await arrive(street, checkout, { ...size, javaScriptEnabled })
    await page.getByText('We are looking at your order').first().waitFor()
    await decide(checkout.paymentId, 'approve')
    await page.locator('form[action*="phone"]').waitFor({ timeout: 15_000 })
    await sendPhone(page)
    assert.deepEqual(complaints, [])
    await context.close()
  })
}

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cardBrowserRules } from '../../src/money/charges/card-browsers.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { openStripeStub } from '../../testkit/stripe/stripe-stub.ts'
import { startTestService } from '../support/service.ts'
import { newVisitor, signIn, testMode } from './account-forms.ts'
import { cookieOf, type FormCustomer, goodCard, openForms, sendForm, stageFor } from './forms.ts'

const service = await startTestService()
const shop = openShop(service.urls.uae, demoKey(1))
after(() => service.close())

let lastPhone = 500_840_010
function newPhone(): string {
  lastPhone += 1
  return `+971${lastPhone}`
}

/** Opens the last page of a new session after its code, in a known browser or a new one. */
async function arrive(phone: string, before?: FormCustomer, of = shop): Promise<FormCustomer> {
  const opened = await openForms(of)
  const customer = before === undefined ? opened : await reopen(opened, before)
  assert.equal((await sendForm(customer, 'phone', { phone })).status, 303)
  assert.equal((await sendForm(customer, 'code', { code: '8888' })).status, 303)
  return customer
}

async function reopen(opened: FormCustomer, { cookie }: FormCustomer): Promise<FormCustomer> {
  const page = await (await fetch(opened.webUrl, { headers: { cookie: cookieOf({ cookie }) } })).text()
  return { ...opened, cookie, token: /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '' }
}

/** Pays with a typed card, which is saved for the phone. */
async function buyFirst(phone: string, number = goodCard.number): Promise<FormCustomer> {
  const customer = await arrive(phone)
  const security_code = number.startsWith('37') ? '1234' : '123'
  assert.equal((await sendForm(customer, 'card', { ...goodCard, number, security_code })).status, 303)
  assert.doesNotMatch(await pageOf(customer), /id="security_code"/)
  assert.equal((await sendForm(customer, 'pay')).status, 303)
  assert.equal(await stageFor(customer), 'approved')
  return customer
}

async function pageOf(customer: FormCustomer): Promise<string> {
  return (await fetch(customer.webUrl, { headers: { cookie: cookieOf(customer) } })).text()
}

async function chargesOf({ paymentId }: FormCustomer): Promise<number> {
  return (await service.database.query(`select id from charges where payment_id = '${paymentId}'`)).length
}

test('saved card: one press in the browser that paid with it; another browser types the security code first', async () => {
  const phone = newPhone()
  const first = await buyFirst(phone)
  const again = await arrive(phone, first)
  assert.equal(await stageFor(again), 'confirm')
  assert.doesNotMatch(await pageOf(again), /id="security_code"/)
  await sendForm(again, 'pay')
  assert.equal(await stageFor(again), 'approved')

  const other = await arrive(phone)
  assert.match(await pageOf(other), /id="security_code"[^>]*maxlength="3"/)
  for (const [fields, text] of [
    [{}, /Enter the 3 digits/],
    [{ security_code: '12' }, /Enter the 3 digits/],
    [{ security_code: '1234' }, /Enter the 3 digits/],
    [{ security_code: '999' }, /not the security code/],
  ] as const) {
    const answer = await sendForm(other, 'pay', fields)
    assert.equal(answer.status, 422)
    const page = await answer.text()
    assert.match(page, text)
    assert.match(page, /<title>Error: /)
    assert.doesNotMatch(page, /value="(?:12|1234|999)"/)
  }
  assert.deepEqual([await stageFor(other), await chargesOf(other)], ['confirm', 0])
  const arabic = { ...other, webUrl: other.webUrl.replace('lang=en', 'lang=ar') }
  assert.match(await (await sendForm(arabic, 'pay', { security_code: '٩٩٩' })).text(), /ليس رمز أمان/)
  assert.equal((await sendForm(other, 'pay', { security_code: '١٢٣' })).status, 303)
  assert.equal(await stageFor(other), 'approved')
  const third = await arrive(phone, other)
  await sendForm(third, 'pay')
  assert.equal(await stageFor(third), 'approved')
})

test('saved card: five wrong security codes a day, concurrent and over sessions; then the card is typed anew', async () => {
  const phone = newPhone()
  await buyFirst(phone)
  const customers = await Promise.all([1, 2, 3, 4].map(() => arrive(phone)))
  const outcomes = await Promise.all(
    customers.flatMap((customer) =>
      [1, 2, 3].map(async () => (await sendForm(customer, 'pay', { security_code: '999' })).text()),
    ),
  )
  const judged = outcomes.filter((page) => /not the security code/.test(page)).length
  assert.equal(judged, 5)
  const fresh = await arrive(phone)
  const answer = await sendForm(fresh, 'pay', { security_code: '123' })
  assert.equal(answer.status, 422)
  const page = await answer.text()
  assert.match(page, /wrong too often/)
  assert.match(page, /id="number"/)
  assert.deepEqual([await stageFor(fresh), await chargesOf(fresh)], ['card', 0])
  await sendForm(fresh, 'card', goodCard)
  await sendForm(fresh, 'pay')
  assert.equal(await stageFor(fresh), 'approved')
})

test('a session that continues in another browser needs the factor, even after a card was typed in it', async () => {
  const phone = newPhone()
  await buyFirst(phone)
  const owner = await arrive(phone)
  await sendForm(owner, 'card', { ...goodCard, number: '5555555555554444' })
  const stranger = await reopen(owner, await openForms(shop))
  service.clock.advance(31_000)
  assert.equal((await sendForm(stranger, 'phone', { phone })).status, 303)
  assert.equal((await sendForm(stranger, 'code', { code: '8888' })).status, 303)
  assert.equal(await stageFor(stranger), 'confirm')
  assert.equal((await sendForm(stranger, 'pay')).status, 422)
  assert.equal(await chargesOf(stranger), 0)
})

test('a saved card that is replaced during a session still needs the factor', async () => {
  const phone = newPhone()
  await buyFirst(phone)
  const stranger = await arrive(phone)
  const visitor = await signIn(service.urls.uae, phone)
  const { status } = await visitor.send(`/account/card${testMode}`, { ...goodCard, number: '5555555555554444' })
  assert.equal(status, 303)
  assert.equal((await sendForm(stranger, 'pay')).status, 422)
  assert.equal(await chargesOf(stranger), 0)
})

test('remembered browsers are forgotten with another card and after their time', async () => {
  const phone = newPhone()
  const first = await buyFirst(phone)
  const other = await arrive(phone)
  await sendForm(other, 'card', { ...goodCard, number: '378282246310005', security_code: '1234' })
  await sendForm(other, 'pay')
  assert.equal(await stageFor(other), 'approved')
  const again = await arrive(phone, first)
  assert.match(await pageOf(again), /id="security_code"[^>]*maxlength="4"/)
  assert.equal((await sendForm(again, 'pay', { security_code: '9999' })).status, 422)
  assert.equal((await sendForm(again, 'pay', { security_code: '4321' })).status, 303)
  service.clock.advance(cardBrowserRules.rememberedMs)
  const late = await arrive(phone, first)
  assert.equal(await stageFor(late), 'confirm')
  assert.equal((await sendForm(late, 'pay')).status, 422)
})

test('only hashes of browsers are stored, at most ten, and security codes never', async () => {
  const phone = newPhone()
  const first = await buyFirst(phone)
  for (let index = 0; index < 11; index += 1) {
    const customer = await arrive(phone)
    await sendForm(customer, 'pay', { security_code: '717' })
    assert.equal(await stageFor(customer), 'approved')
  }
  const [row] = await service.database.query(`select browsers from saved_cards where phone = '${phone}'`)
  const browsers = row?.['browsers'] as { hash: string }[]
  assert.equal(browsers.length, 10)
  for (const { hash } of browsers) assert.match(hash, /^[0-9a-f]{64}$/)
  assert.ok(!JSON.stringify(browsers).includes(cookieOf(first).split('=')[1] ?? ''))
  assert.doesNotMatch(JSON.stringify(service.logged).replace(/[0-9a-f-]{36}/g, ''), /"717"/)
})

test('two tabs that press at once charge once; a later press changes nothing', async () => {
  const phone = newPhone()
  await buyFirst(phone)
  const customer = await arrive(phone)
  const pressed = await Promise.all([1, 2, 3].map(() => sendForm(customer, 'pay', { security_code: '123' })))
  for (const { status } of pressed) assert.equal(status, 303)
  assert.deepEqual([await stageFor(customer), await chargesOf(customer)], ['approved', 1])
  assert.equal((await sendForm(customer, 'pay', { security_code: '999' })).status, 303)
  assert.equal(await chargesOf(customer), 1)
})

test('Stripe: a saved card in a new browser is charged with 3-D Secure', async () => {
  const stub = await openStripeStub()
  const env = { CARD_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url }
  const atStripe = await startTestService({ env })
  const live = openShop(atStripe.urls.uae, demoKey(1, 'sk_'))
  try {
    const phone = newPhone()
    const prove = async (customer: FormCustomer): Promise<FormCustomer> => {
      await sendForm(customer, 'phone', { phone })
      const [message] = await atStripe.app.messengers.test.list(customer.sessionId)
      await sendForm(customer, 'code', { code: /\d{6}/.exec(message?.text ?? '')?.[0] ?? '' })
      return customer
    }
    const token = stub.newCard('pm_card_visa')
    await atStripe.database.query(
      `insert into saved_cards (merchant_id, is_test, phone, token, brand, last_four, expiry_month, expiry_year, saved_at)
       select merchant_id, false, '${phone}', '${token}', 'visa', '4242', 12, 2030, now() from merchants`,
    )
    const customer = await prove(await openForms(live))
    assert.equal(await stageFor(customer), 'confirm')
    const page = await pageOf(customer)
    assert.match(page, /Your bank will ask you to confirm/)
    assert.doesNotMatch(page, /id="security_code"/)
    await sendForm(customer, 'pay')
    assert.equal(await stageFor(customer), 'challenge')
    const [intent] = stub.books.intents
    stub.books.answerBank(intent?.id ?? '', true)
    await fetch(customer.webUrl.replace('/hpp/?', '/hpp/bank-back?'), { headers: { cookie: cookieOf(customer) } })
    assert.equal(await stageFor(customer), 'approved')
    const again = await prove(await reopen(await openForms(live), customer))
    await sendForm(again, 'pay')
    assert.equal(await stageFor(again), 'approved')
    assert.equal(stub.books.intents.length, 2)
  } finally {
    await atStripe.close()
    await stub.close()
  }
})

test("an account entered by a guessed code shows only the card's last digits and cannot charge it", async () => {
  const phone = newPhone()
  const first = await buyFirst(phone)
  const visitor = await signIn(service.urls.uae, phone)
  const page = await visitor.get(`/account${testMode}&purchase=${first.paymentId}`)
  assert.match(page.text, /4242/)
  assert.doesNotMatch(page.text, /sandbox:accept/)
  assert.equal(
    (await newVisitor(service.urls.uae).get(`/account${testMode}&purchase=${first.paymentId}`)).text.includes('4242'),
    false,
  )
})

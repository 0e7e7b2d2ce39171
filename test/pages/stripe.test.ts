import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { waitForOutcome } from '../../testkit/payment-page.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { openStripeStub, type StripeStub } from '../../testkit/stripe/stripe-stub.ts'
import type { TestCardName } from '../../testkit/stripe/test-cards.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openBrowser } from './browser.ts'
import { cookieOf, fillIn, goodCard, openForms, sendForm, stageFor } from './forms.ts'

let stub: StripeStub
let service: TestService
let browser: Browser
let shop: Shop
before(async () => {
  stub = await openStripeStub()
  const env = { CARD_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url }
  service = await startTestService({ env })
  browser = await openBrowser()
  shop = openShop(service.urls.uae, demoKey(1, 'sk_'))
})
after(async () => {
  await browser.close()
  await service.close()
  await stub.close()
})

interface Visit {
  readonly page: Page
  readonly paymentId: string
  readonly complaints: string[]
  close(): Promise<void>
}

let lastPhone = 500_800_010

/** A customer of a live payment, after the phone and before the card. */
async function arriveAtCard(lang: 'en' | 'ar' = 'en', options: BrowserContextOptions = {}): Promise<Visit> {
  lastPhone += 1
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone: `+971${lastPhone}` }
  const { body, text } = await shop.checkout('340.00', { buyer }, { lang })
  assert.equal(body.status, 'created', text)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(body.configuration.available_products.installments[0].web_url)
  await page.locator('form[action*="phone"] button').click()
  await page.locator('#code').waitFor()
  const [message] = await service.app.messengers.test.list(body.id)
  await page.locator('#code').pressSequentially(/\d{6}/.exec(message?.text ?? '')?.[0] ?? '')
  if (options.javaScriptEnabled === false) await page.locator('form[action*="code"] button.primary').click()
  await cardLink(page).waitFor()
  return { page, paymentId: body.payment.id, complaints, close: () => context.close() }
}

const cardLink = (page: Page) => page.locator('a[href*="card-page"]')
const payButton = (page: Page) => page.locator('form[action*="pay"] button')

async function giveCard(page: Page, card: TestCardName): Promise<void> {
  await cardLink(page).click()
  await page.waitForURL(`${stub.url}/**`)
  await page.locator(`button[value="${card}"]`).click()
}

async function statusOf({ paymentId }: Visit): Promise<string> {
  return (await shop.call('GET', `/api/v2/payments/${paymentId}`)).body.status
}

for (const [lang, options] of [
  ['en', {}],
  ['ar', { javaScriptEnabled: false }],
] as const) {
  test(`a customer gives the card at Stripe's page and pays, ${lang}`, async () => {
    const visit = await arriveAtCard(lang, options)
    const { page } = visit
    assert.equal(await page.locator('#number').count(), 0)
    await giveCard(page, 'pm_card_visa')
    await payButton(page).waitFor()
    assert.match((await page.locator('.chosen').textContent()) ?? '', /Visa.*4242/)
    await payButton(page).click()
    await waitForOutcome(page, 'approved')
    assert.equal(await statusOf(visit), 'AUTHORIZED')
    const charges = stub.books.charges.filter(({ metadata }) => metadata['qist_payment_id'] === visit.paymentId)
    assert.deepEqual(
      charges.map(({ amount, currency, status }) => [amount, currency, status]),
      [[8_500, 'aed', 'succeeded']],
    )
    assert.deepEqual(visit.complaints, [])
    await visit.close()
  })

  test(`a challenge is answered at the bank's page, ${lang}`, async () => {
    const visit = await arriveAtCard(lang, options)
    const { page } = visit
    await giveCard(page, 'pm_card_authenticationRequired')
    await payButton(page).click()
    await page.locator(`a[href^="${stub.url}/challenge/"]`).click()
    await page.locator('button[value="yes"]').click()
    await waitForOutcome(page, 'approved')
    assert.equal(await statusOf(visit), 'AUTHORIZED')
    assert.deepEqual(visit.complaints, [])
    await visit.close()
  })
}

test('a customer who returns from Stripe without a card is asked again, on the same page', async () => {
  const { page, close } = await arriveAtCard()
  await cardLink(page).click()
  await page.waitForURL(`${stub.url}/**`)
  const address = page.url()
  await page.locator('a').click()
  await cardLink(page).click()
  await page.waitForURL(address)
  await close()
})

test('a declined card, and a refusal at the bank, lead to another card on a separate page', async () => {
  const visit = await arriveAtCard()
  const { page } = visit
  await giveCard(page, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  await payButton(page).click()
  await page.locator('.notice').waitFor()
  await giveCard(page, 'pm_card_authenticationRequired')
  await payButton(page).click()
  await page.locator(`a[href^="${stub.url}/challenge/"]`).click()
  await page.locator('button[value="no"]').click()
  await page.locator('.notice').waitFor()
  await giveCard(page, 'pm_card_mastercard')
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.equal(await statusOf(visit), 'AUTHORIZED')
  await visit.close()
})

test('leaving during a challenge withdraws the charge at Stripe', async () => {
  const visit = await arriveAtCard()
  const { page } = visit
  await giveCard(page, 'pm_card_authenticationRequired')
  await payButton(page).click()
  await page.locator('button[value="refuse"]').click()
  await page.locator('.notice').waitFor()
  const intent = stub.books.intents.find(({ metadata }) => metadata['qist_payment_id'] === visit.paymentId)
  assert.equal(intent?.status, 'canceled')
  assert.equal(await statusOf(visit), 'CREATED')
  await visit.close()
})

test('while Stripe does not answer the customer sees a notice, and can continue later', async () => {
  const { page, close } = await arriveAtCard()
  stub.lose({ how: 500, isDone: false })
  const response = page.waitForResponse((one) => one.url().includes('card-page'))
  await cardLink(page).click()
  assert.equal((await response).status(), 503)
  await page.locator('.notice').waitFor()
  await giveCard(page, 'pm_card_visa')
  await payButton(page).waitFor()
  await close()
})

test('a card typed into a form of an old page is refused', async () => {
  const { page, close } = await arriveAtCard()
  const form_token = await page.locator('input[name="form_token"]').first().inputValue()
  const address = page.url().replace(/\/hpp\/\w*\?/, '/hpp/card?')
  const sent = await page.request.post(address, { form: { form_token, ...goodCard }, maxRedirects: 0 })
  assert.equal(sent.status(), 303)
  await page.reload()
  await cardLink(page).waitFor()
  await close()
})

test('the sandbox simulates no customer whose card is given at Stripe', async () => {
  const { body } = await shop.checkout('340.00')
  const answer = await shop.call('POST', `/sandbox/payments/${body.payment.id}/authorize`, { card: goodCard.number })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /is to be given at the card processor/)
})

test('test payments: our own page reads the card and shows the challenge, and no address confirms it', async () => {
  const customer = await openForms(openShop(service.urls.uae, demoKey(1)))
  await fillIn(customer, '4000000000003220')
  await sendForm(customer, 'pay')
  const headers = { cookie: cookieOf(customer) }
  for (const step of ['bank-back', 'card-back', 'card-page']) {
    await fetch(customer.webUrl.replace('/hpp/?', `/hpp/${step}?`), { headers })
    assert.equal(await stageFor(customer), 'challenge', step)
  }
})

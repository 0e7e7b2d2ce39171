import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { dueLaterCharges } from '../../src/collections/due-charges.ts'
import { settleDue } from '../../src/due/settle-due.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { buy, planOf } from './account-forms.ts'
import {
  arrive,
  desktopSize,
  giveCard,
  newPhone,
  openCheckout,
  openStreet,
  payButton,
  phoneSize,
  type Street,
  titleOf,
  typeCode,
  walkToConfirm,
} from './customer.ts'

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

/** A browser that looks at the account, and whatever it asked other hosts for or complained about. */
async function visit(options: BrowserContextOptions, address: string) {
  const context = await street.browser.newContext({ reducedMotion: 'reduce', ...options })
  const troubles: string[] = []
  const own = Object.values(street.service.urls)
  context.on('request', (request) => {
    if (!own.includes(new URL(request.url()).origin)) troubles.push(request.url())
  })
  context.on('weberror', (failure) => troubles.push(String(failure.error())))
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) troubles.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(street.service.urls.uae + address)
  return { page, context, troubles }
}

async function signIn(page: Page, phone: string): Promise<void> {
  await page.locator('#phone').fill(phone)
  await page.locator('form[action*="/phone"] button').click()
  await page.locator('#code').waitFor()
  await typeCode(page)
  await page.locator('.person').waitFor()
}

/** A customer with one purchase, looking at it. */
async function atPurchase(card = '4242424242424242', options: BrowserContextOptions = phoneSize) {
  const phone = newPhone()
  const id = await buy(street.shop, phone, { card })
  const visited = await visit(options, `/account?mode=test&purchase=${id}&lang=en`)
  await signIn(visited.page, phone)
  return { ...visited, phone, id }
}

const choose = (page: Page, what: string) => page.locator(`a[href*="what=${what}"]`).click()
const paidOf = async (id: string): Promise<string> => (await planOf(street.shop, id)).paid
const note = (page: Page, text: string) => page.locator('.note', { hasText: text }).waitFor()

async function fillCard(page: Page, number: string): Promise<void> {
  await giveCard(page, number)
}

/** So much later by the merchant's clock, with all that happens on the way. */
async function passTime(length: string): Promise<void> {
  const { status, text } = await street.shop.call('POST', '/sandbox/clock', { advance: length })
  assert.equal(status, 200, text)
}

for (const [name, size] of Object.entries({ phone: phoneSize, desktop: desktopSize })) {
  test(`a customer signs in, sees what is open first, and pays the next payment, ${name}`, async () => {
    const phone = newPhone()
    const done = await buy(street.shop, phone, { amount: '40.00' })
    await street.shop.call('POST', `/sandbox/payments/${done}/pay`, { what: 'all' })
    const id = await buy(street.shop, phone)
    const { page, context, troubles } = await visit(size, '/account?lang=en')
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
    await note(page, 'We received AED\u00a085.00')
    assert.equal(await paidOf(id), '170.00')
    await page.reload()
    await note(page, 'We received AED\u00a085.00')
    assert.equal(await paidOf(id), '170.00')
    assert.deepEqual(troubles, [])
    await context.close()
  })
}

test('everything that is left can be paid at once, and then there is nothing to press', async () => {
  const { page, context, id } = await atPurchase()
  await choose(page, 'all')
  await payButton(page).dblclick()
  await page.locator('h1', { hasText: 'Paid in full' }).waitFor()
  assert.equal(await page.locator('.choices').count(), 0)
  const plan = await planOf(street.shop, id)
  assert.deepEqual([plan.status, plan.paid, plan.charges.length], ['completed', '340.00', 2])
  await context.close()
})

test('back button, a second tab and forms of an old page charge nothing more', async () => {
  const { page, context, id } = await atPurchase()
  await choose(page, 'next')
  const second = await context.newPage()
  await second.goto(page.url())
  await Promise.all([payButton(page).click(), payButton(second).click()])
  await Promise.all([note(page, 'We received'), note(second, 'We received')])
  await page.goBack()
  await payButton(page).waitFor()
  assert.equal(await paidOf(id), '170.00')
  await context.close()
})

test('an overdue payment is declined again, said under the button, and paid with another card', async () => {
  const { page, context, id } = await atPurchase('4000000000000341')
  await passTime('P32D')
  await page.reload()
  await page.locator('h1', { hasText: 'AED\u00a085.00 is overdue' }).waitFor()
  await choose(page, 'overdue')
  await payButton(page).click()
  await page.locator('.action .error', { hasText: 'not enough' }).waitFor()
  assert.equal(await paidOf(id), '85.00')
  await page.locator('.action .error a').click()
  await fillCard(page, '5555555555554444')
  await page.locator('.chosen', { hasText: '4444' }).waitFor()
  await payButton(page).click()
  await note(page, 'We received AED\u00a085.00')
  assert.equal(await paidOf(id), '170.00')
  assert.equal((await page.locator('.line-declined').count()) > 0, true)
  await context.close()
})

test('a card that is reported stolen has to be replaced, for all purchases if the customer wants', async () => {
  const { page, context, phone, id } = await atPurchase('4000000000009979')
  const other = await buy(street.shop, phone)
  await passTime('P32D')
  await page.reload()
  await page.locator('.lead', { hasText: 'another card' }).waitFor()
  await page.locator('.choices a').click()
  await page.locator('input[name="all"]').check()
  await fillCard(page, '5555555555554444')
  await note(page, 'all open purchases')
  for (const one of [id, other]) assert.equal((await planOf(street.shop, one)).card.last_four, '4444')
  await page.locator('.aside a', { hasText: 'all purchases' }).click()
  await fillCard(page, '4242424242424242')
  await note(page, 'all open purchases')
  for (const one of [id, other]) assert.equal((await planOf(street.shop, one)).card.last_four, '4242')
  await context.close()
})

test('a bank that asks is answered: confirmed it is paid, refused it is not and the customer learns why', async () => {
  const { page, context, id } = await atPurchase('4000000000003220')
  await choose(page, 'next')
  await payButton(page).click()
  await page.locator('button[value="refuse"]').click()
  await page.locator('.notice', { hasText: 'did not confirm' }).waitFor()
  assert.equal(await paidOf(id), '85.00')
  await choose(page, 'next')
  await payButton(page).click()
  await page.locator('button[value="confirm"]').waitFor()
  // Meanwhile nothing else is charged, and the purchase leads back to the question.
  await page.locator('.aside a').click()
  assert.equal(await page.locator('.choices').count(), 0)
  await page.locator('.waits a').click()
  await page.locator('button[value="confirm"]').click()
  await note(page, 'We received AED\u00a085.00')
  assert.equal(await paidOf(id), '170.00')
  await context.close()
})

test('a bank with an address of its own is gone to, and what it decided is there on the way back', async () => {
  const { cards } = street.service.app
  const { charge, find } = cards.test
  const bank = `${street.shopUrl}/bank`
  let returnUrl = ''
  let isConfirmed = false
  Object.assign(cards.test, {
    charge: async (request: Parameters<typeof charge>[0]) => {
      const answer = await charge(request)
      returnUrl = request.returnUrl
      return answer.kind === 'challenge' ? { ...answer, address: bank } : answer
    },
    find: (request: Parameters<typeof find>[0]) =>
      isConfirmed ? cards.test.answerChallenge(request, true) : find(request),
  })
  try {
    const { page, context, id } = await atPurchase('4000000000003220')
    await choose(page, 'next')
    await payButton(page).click()
    await page.waitForURL(bank)
    assert.match(returnUrl, new RegExp(`^${street.service.urls.uae}/account/back\\?mode=test&purchase=${id}`))
    await page.goto(returnUrl)
    await page.locator('a.primary[href*="/bank"]').waitFor()
    isConfirmed = true
    await page.goto(returnUrl)
    await note(page, 'We received AED\u00a085.00')
    assert.equal(await paidOf(id), '170.00')
    await context.close()
  } finally {
    Object.assign(cards.test, { charge, find })
  }
})

test('while nobody knows, the page waits and charges nothing else, and then shows what became of it', async () => {
  const { page, context, id } = await atPurchase()
  await street.shop.call('POST', `/sandbox/payments/${id}/card`, { number: '4000000000000259' })
  const { cards } = street.service.app
  const { find } = cards.test
  Object.assign(cards.test, { find: async () => ({ kind: 'unknown' }) })
  await choose(page, 'next')
  await payButton(page).click()
  await page.locator('.outcome .loading').waitFor()
  await page.locator('.aside a').click()
  await page.locator('.waits', { hasText: 'nothing else is charged' }).waitFor()
  assert.equal(await page.locator('.choices').count(), 0)
  await page.goBack()
  await page.locator('.outcome .loading').waitFor()
  Object.assign(cards.test, { find })
  await street.service.database.query(`update charges set resolve_at = statement_timestamp() where state = 'open'`)
  await settleDue(street.service.app, dueLaterCharges)
  await note(page, 'We received AED\u00a085.00')
  assert.equal((await planOf(street.shop, id)).charges.length, 2)
  await context.close()
})

test('what goes back to the card is there, and a receipt of what was paid can be printed', async () => {
  const { page, context, id } = await atPurchase()
  await choose(page, 'next')
  await payButton(page).click()
  await note(page, 'We received')
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

test('nothing is charged before the shop has taken the order, and the page says why', async () => {
  const phone = newPhone()
  const id = await buy(street.shop, phone, { isCaptured: false })
  const { page, context } = await visit(phoneSize, `/account?mode=test&purchase=${id}&lang=en`)
  await signIn(page, phone)
  await page.locator('.lead', { hasText: 'has not completed your order' }).waitFor()
  assert.equal(await page.locator('.choices').count(), 0)
  await context.close()
})

test('a plan that was given up on says so kindly, and can still be paid', async () => {
  const { page, context, phone, id } = await atPurchase('4000000000000341')
  await passTime('P130D')
  await page.goto(`${street.service.urls.uae}/account?mode=test&purchase=${id}&lang=en`)
  if ((await page.locator('#phone').count()) > 0) await signIn(page, phone)
  await page.locator('.lead', { hasText: 'no longer charge your card by ourselves' }).waitFor()
  await page.locator('.chosen a').click()
  await fillCard(page, '4242424242424242')
  await note(page, 'From now on we use')
  await choose(page, 'overdue')
  await payButton(page).click()
  await page.locator('h1', { hasText: 'Paid in full' }).waitFor()
  await context.close()
})

test('the whole way works without JavaScript, and the language can be changed on it', async () => {
  const phone = newPhone()
  const id = await buy(street.shop, phone, { card: '4000000000003220' })
  const { page, context } = await visit({ ...phoneSize, javaScriptEnabled: false }, '/account?lang=ar')
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
  await note(page, 'We received AED\u00a085.00')
  await page.locator('.chosen a').click()
  await page.locator('#number').fill('5555555555554444')
  await page.locator('#expiry').fill('12/29')
  await page.locator('#security_code').fill('123')
  await page.locator('form[action*="/card"] button.primary').click()
  await note(page, 'Mastercard ending in 4444')
  assert.equal((await planOf(street.shop, id)).card.last_four, '4444')
  await page.locator('.person button').click()
  assert.equal(await page.locator('#phone').count(), 1)
  await context.close()
})

test('the whole way can be walked with the keyboard alone', async () => {
  const phone = newPhone()
  const id = await buy(street.shop, phone)
  const { page, context } = await visit(desktopSize, `/account?mode=test&purchase=${id}&lang=en`)
  const press = async (selector: string): Promise<void> => {
    await page.locator(selector).first().waitFor()
    const isThere = (): Promise<boolean> =>
      page
        .locator(selector)
        .first()
        .evaluate((it) => it === it.ownerDocument.activeElement)
    for (let tabs = 0; tabs < 20 && !(await isThere()); tabs += 1) await page.keyboard.press('Tab')
    assert.equal(await isThere(), true, selector)
  }
  await press('#phone')
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  await page.locator('#code').waitFor()
  await page.keyboard.type('8888')
  await press('a[href*="what=next"]')
  await page.keyboard.press('Enter')
  await press('form[action*="pay"] button')
  await page.keyboard.press('Enter')
  await note(page, 'We received')
  assert.equal(await paidOf(id), '170.00')
  await context.close()
})

test('the last view of the payment page and every message lead to the purchase, after a code', async () => {
  const phone = newPhone()
  const checkout = await openCheckout(street, { buyer: { phone }, members: { merchant_urls: null } })
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page)
  await payButton(page).click()
  await page.locator('.outcome-approved').waitFor()
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

test('live purchases are seen with a live code, which a sandbox shows in its outbox', async () => {
  const phone = newPhone()
  await buy(openShop(street.service.urls.uae, demoKey(1, 'sk_')), phone)
  const { page, context } = await visit(phoneSize, '/account?mode=live&lang=en')
  assert.equal(await page.locator('.band').count(), 0)
  await page.locator('#phone').fill(phone)
  await page.locator('form[action*="/phone"] button').click()
  const outbox = (await page.locator('.aside a').getAttribute('href')) ?? ''
  const code = /(\d{6}) is your code/.exec(await (await fetch(street.service.urls.uae + outbox)).text())?.[1] ?? ''
  await typeCode(page, code)
  await page.locator('.purchase').waitFor()
  await context.close()
})

test('many purchases come in pages', async () => {
  const phone = newPhone()
  for (let bought = 0; bought < 11; bought += 1) await buy(street.shop, phone, { isCaptured: false })
  const { page, context } = await visit(phoneSize, '/account?mode=test&lang=en')
  await signIn(page, phone)
  assert.equal(await page.locator('.purchase').count(), 10)
  await page.locator('a[rel="next"]').click()
  await page.locator('a[rel="prev"]').waitFor()
  assert.equal(await page.locator('.purchase').count(), 1)
  await context.close()
})

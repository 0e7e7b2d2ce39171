import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dueLaterCharges } from '../../src/money/collections/later-charges.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { giveCard, payButton } from '../../testkit/payment-page.ts'
import { planOf } from '../support/plans.ts'
import { buy } from './account-forms.ts'
import { atPurchase, choose, paidOf, passTime, waitForNote } from './account-street.ts'
import { openStreet, type Street } from './customer.ts'

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

test('overdue payment: a second decline is shown under the button; another card pays it', async () => {
  const { page, context, id } = await atPurchase(street, '4000000000000341')
  await passTime(street, 'P32D')
  await page.reload()
  await page.locator('h1', { hasText: 'AED\u00a085.00 is overdue' }).waitFor()
  await choose(page, 'overdue')
  await payButton(page).click()
  await page.locator('.action .error', { hasText: 'not enough' }).waitFor()
  assert.equal(await paidOf(street, id), '85.00')
  await page.locator('.action .error a').click()
  await giveCard(page, '5555555555554444')
  await page.locator('.chosen', { hasText: '4444' }).waitFor()
  await payButton(page).click()
  await waitForNote(page, 'We received AED\u00a085.00')
  assert.equal(await paidOf(street, id), '170.00')
  assert.equal((await page.locator('.line-declined').count()) > 0, true)
  await context.close()
})

test('a stolen card must be replaced, for all purchases if the customer chooses so', async () => {
  const { page, context, phone, id } = await atPurchase(street, '4000000000009979')
  const other = await buy(street.shop, phone)
  await passTime(street, 'P32D')
  await page.reload()
  await page.locator('.lead', { hasText: 'another card' }).waitFor()
  await page.locator('.choices a').click()
  await page.locator('input[name="all"]').check()
  await giveCard(page, '5555555555554444')
  await waitForNote(page, 'all open purchases')
  for (const one of [id, other]) assert.equal((await planOf(street.shop, one)).card.last_four, '4444')
  await page.locator('.aside a', { hasText: 'all purchases' }).click()
  await giveCard(page, '4242424242424242')
  await waitForNote(page, 'all open purchases')
  for (const one of [id, other]) assert.equal((await planOf(street.shop, one)).card.last_four, '4242')
  await context.close()
})

test('hard decline: shown once, and the card is no longer offered', async () => {
  const { page, context, id } = await atPurchase(street, '4000000000009979')
  await choose(page, 'next')
  const address = page.url()
  const old = await context.newPage()
  await old.goto(address)
  await payButton(page).click()
  await page.locator('.notice', { hasText: 'did not accept this card' }).waitFor()
  await page.locator('.lead', { hasText: 'give another card' }).waitFor()
  const hrefs = await page.locator('.choices a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  assert.match(`${hrefs}`, /^\/account\/card\?[^,]*$/)
  // The form of an old page charges nothing, and its payment page no longer exists.
  await payButton(old).click()
  await old.locator('.choices a[href*="/account/card"]').waitFor()
  await old.goto(address)
  await old.locator('.lead', { hasText: 'give another card' }).waitFor()
  assert.equal((await planOf(street.shop, id)).charges.length, 2)
  await page.locator('.choices a').click()
  await giveCard(page, '5555555555554444')
  await choose(page, 'next')
  await payButton(page).click()
  await waitForNote(page, 'We received AED\u00a085.00')
  await context.close()
})

test('a processor with its own card page: the customer is sent there, and the card given there is charged', async () => {
  const { page, context, id } = await atPurchase(street)
  const { cards } = street.service.app
  const elsewhere = `${street.shopUrl}/card`
  const entries: { id: string; returnUrl: string }[] = []
  let given: Awaited<ReturnType<typeof cards.test.tokenize>> | undefined
  Object.assign(cards.test, {
    hostedCard: {
      addressOf: async (entry: { id: string; returnUrl: string }) => {
        entries.push(entry)
        return elsewhere
      },
      read: async ({ id }: { id: string }) => (id === entries.at(-1)?.id ? given : undefined),
    },
  })
  try {
    await page.locator('.chosen a').click()
    assert.equal(await page.locator('#number').count(), 0)
    await page.locator('a.primary').click()
    await page.waitForURL(elsewhere)
    const back = entries[0]?.returnUrl ?? ''
    await page.goto(back)
    assert.equal(await page.locator('a.primary[href*="card-page"]').count(), 1)
    given = { token: 'sandbox:accept:1', brand: 'mastercard', lastFour: '4444', expiryMonth: 12, expiryYear: 2030 }
    await page.goto(back)
    await waitForNote(page, 'Mastercard ending in 4444')
    assert.equal((await planOf(street.shop, id)).card.last_four, '4444')
    // Another card is entered on a page of its own.
    await page.locator('.chosen a').click()
    await page.locator('a.primary').click()
    await page.waitForURL(elsewhere)
    assert.equal(new Set(entries.map((entry) => entry.id)).size, 2)
    await context.close()
  } finally {
    Object.assign(cards.test, { hostedCard: undefined })
  }
})

test('challenge at the bank: confirmed it pays; refused it does not, and the customer learns the reason', async () => {
  const { page, context, id } = await atPurchase(street, '4000000000003220')
  await choose(page, 'next')
  await payButton(page).click()
  await page.locator('button[value="refuse"]').click()
  await page.locator('.notice', { hasText: 'did not confirm' }).waitFor()
  assert.equal(await paidOf(street, id), '85.00')
  await choose(page, 'next')
  await payButton(page).click()
  await page.locator('button[value="confirm"]').waitFor()
  // During the challenge nothing else is charged, and the purchase links to the challenge.
  await page.locator('.aside a').click()
  assert.equal(await page.locator('.choices').count(), 0)
  await page.locator('.waits a').click()
  await page.locator('button[value="confirm"]').click()
  await waitForNote(page, 'We received AED\u00a085.00')
  assert.equal(await paidOf(street, id), '170.00')
  await context.close()
})

test('challenge at an address of the bank: the customer is sent there and finds the outcome on return', async () => {
  const { page, context, id } = await atPurchase(street, '4000000000003220')
  const { cards } = street.service.app
  const { charge, answerChallenge } = cards.test
  const bank = `${street.shopUrl}/bank`
  let returnUrl = ''
  let isDecided = false
  const asAtABank = (answer: Awaited<ReturnType<typeof charge>>) =>
    answer.kind === 'challenge' ? { ...answer, address: bank } : answer
  Object.assign(cards.test, {
    charge: async (request: Parameters<typeof charge>[0]) => {
      returnUrl = request.returnUrl
      return asAtABank(await charge(request))
    },
    answerChallenge: async (request: Parameters<typeof charge>[0], isConfirmed: boolean) =>
      isDecided ? answerChallenge(request, isConfirmed) : { kind: 'challenge', reference: 'r', address: bank },
  })
  try {
    await choose(page, 'next')
    await payButton(page).click()
    await page.locator('a.primary[href*="/bank"]').click()
    await page.waitForURL(bank)
    assert.match(returnUrl, new RegExp(`^${street.service.urls.uae}/account/back\\?mode=test&purchase=${id}`))
    await page.goto(returnUrl)
    await page.locator('a.primary[href*="/bank"]').waitFor()
    assert.equal(await paidOf(street, id), '85.00')
    isDecided = true
    await page.goto(returnUrl)
    await waitForNote(page, 'We received AED\u00a085.00')
    assert.equal(await paidOf(street, id), '170.00')
    await context.close()
  } finally {
    Object.assign(cards.test, { charge, answerChallenge })
  }
})

test('unknown charge: the page waits, charges nothing else, and then shows the outcome', async () => {
  const { page, context, id } = await atPurchase(street)
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
  await waitForNote(page, 'We received AED\u00a085.00')
  assert.equal((await planOf(street.shop, id)).charges.length, 2)
  await context.close()
})

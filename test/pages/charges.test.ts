import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import {
  cancelButton,
  giveCard,
  payButton,
  sendPhone,
  typeCode,
  waitForOutcome,
  walkToConfirm,
} from '../../testkit/payment-page.ts'
import { chargesOf, makeChargesDue } from '../support/charges.ts'
import { arrive, newPhone, openCheckout, openStreet, type Street, statusOf } from './customer.ts'
import { fillIn, openForms, sendForm, stageFor } from './forms.ts'

let street: Street
before(async () => {
  street = await openStreet()
})
after(() => street.close())

const chargesSince = (count: number): number => street.journal.charged.length - count

test('back button, reload and double press: one charge, and the current stage is shown', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page)
  await page.goBack()
  await page.goto(checkout.webUrl)
  const form = await page.locator('form[action*="pay"]').evaluate((element) => {
    const shape = element as unknown as { action: string; elements: { form_token: { value: string } } }
    return { action: shape.action, token: shape.elements.form_token.value }
  })
  const charged = street.journal.charged.length
  await payButton(page).dblclick()
  await waitForOutcome(page, 'approved')
  // The second and third press of a browser without script.
  await Promise.all(
    [1, 2].map(() => context.request.post(form.action, { form: { form_token: form.token }, maxRedirects: 0 })),
  )
  await page.goBack()
  await waitForOutcome(page, 'approved')
  await page.reload()
  await waitForOutcome(page, 'approved')
  assert.equal(chargesSince(charged), 1)
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
  await context.close()
})

test('concurrent presses in two tabs charge once', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page)
  const second = await context.newPage()
  await second.goto(checkout.webUrl)
  const charged = street.journal.charged.length
  // An approved page redirects to the shop after four seconds; it stays while the shop does not answer.
  await context.route(`${street.shopUrl}/**`, () => undefined)
  await Promise.all([payButton(page).click(), payButton(second).click()])
  await Promise.all([waitForOutcome(page, 'approved'), waitForOutcome(second, 'approved')])
  assert.equal(chargesSince(charged), 1)
  await context.close()
})

test('an outdated tab changes nothing and shows the current stage', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await sendPhone(page)
  const second = await context.newPage()
  await second.goto(checkout.webUrl)
  await typeCode(page)
  await page.locator('#number').waitFor()
  await cancelButton(second).click()
  await waitForOutcome(second, 'cancelled')
  await giveCard(page)
  await waitForOutcome(page, 'cancelled')
  assert.equal(await statusOf(street, checkout), 'EXPIRED')
  await context.close()
})

test('a customer who closes the tab after the last press has paid', async () => {
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page)
  const { cards } = street.service.app
  const { charge } = cards.test
  const requested = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  cards.test.charge = async (request) => {
    requested.resolve()
    await left.promise
    return charge(request)
  }
  await payButton(page).click({ noWaitAfter: true })
  await requested.promise
  await context.close()
  left.resolve()
  cards.test.charge = charge
  while ((await statusOf(street, checkout)) === 'CREATED');
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
})

test('a returning customer pays with the saved card or another one', async () => {
  const phone = newPhone()
  const first = await openCheckout(street, { buyer: { phone } })
  const earlier = await arrive(street, first)
  await walkToConfirm(earlier.page, '5555555555554444')
  await payButton(earlier.page).click()
  await waitForOutcome(earlier.page, 'approved')
  await earlier.context.close()

  const checkout = await openCheckout(street, { buyer: { phone: phone.replace('+971', '0') } })
  const { page, context } = await arrive(street, checkout)
  await sendPhone(page)
  await typeCode(page)
  await page.locator('.chosen', { hasText: '4444' }).waitFor()
  await page.locator('.chosen a').click()
  await giveCard(page)
  await page.locator('.chosen', { hasText: '4242' }).waitFor()
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
  await context.close()
})

test('another browser with the same address must prove its own phone', async () => {
  const checkout = await openCheckout(street)
  const owner = await arrive(street, checkout)
  await walkToConfirm(owner.page)
  const stranger = await arrive(street, checkout)
  assert.equal(await stranger.page.locator('#phone').count(), 1)
  assert.equal(await payButton(stranger.page).count(), 0)
  await owner.page.reload()
  await payButton(owner.page).waitFor()
  await Promise.all([owner.context.close(), stranger.context.close()])
})

test('a charge with a lost answer is found, and the waiting page shows it', async () => {
  const { app } = street.service
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page, '4000000000000259')
  const charged = street.journal.charged.length
  await payButton(page).click()
  await page.locator('.outcome .loading').waitFor()
  assert.equal(await statusOf(street, checkout), 'CREATED')
  await makeChargesDue(street.service)
  await Promise.all([settleDue(app, dueFirstCharges), settleDue(app, dueFirstCharges)])
  await waitForOutcome(page, 'approved')
  assert.equal(await statusOf(street, checkout), 'AUTHORIZED')
  assert.equal(chargesSince(charged), 1)
  await context.close()
})

test('a charge that was never made: the customer returns to the card step', async () => {
  const { app } = street.service
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page, '4000000000000267')
  await payButton(page).click()
  await page.locator('.outcome .loading').waitFor()
  await makeChargesDue(street.service)
  await settleDue(app, dueFirstCharges)
  await page.locator('.notice', { hasText: 'Nothing was charged' }).waitFor()
  await giveCard(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
  await context.close()
})

test('money that arrives for an ended payment is returned', async () => {
  const { app } = street.service
  const checkout = await openCheckout(street)
  const { page, context } = await arrive(street, checkout)
  await walkToConfirm(page, '4000000000000259')
  await payButton(page).click()
  await page.locator('.outcome .loading').waitFor()
  const cancelled = await street.shop.call('POST', `/api/v2/checkout/${checkout.sessionId}/cancel`)
  assert.equal(cancelled.status, 200)
  await makeChargesDue(street.service)
  const before = street.journal.refunded.length
  await settleDue(app, dueFirstCharges)
  assert.equal(street.journal.refunded.length, before + 1)
  await makeChargesDue(street.service)
  await settleDue(app, dueFirstCharges)
  assert.equal(street.journal.refunded.length, before + 1)
  await waitForOutcome(page, 'cancelled')
  assert.equal(await statusOf(street, checkout), 'EXPIRED')
  await context.close()
})

test('sandbox cards: one is charged late and returned, one is pending first', async () => {
  const { app, database } = street.service
  const ofSession = (sessionId: string): string =>
    `from sandbox_processor_movements as movement join charges as charge on charge.id = coalesce(movement.charge_id, movement.id)
     where charge.session_id = '${sessionId}'`
  const age = (sessionId: string): Promise<unknown> =>
    database.query(
      `update sandbox_processor_movements set known_at = known_at - interval '10 seconds'
       where id in (select movement.id ${ofSession(sessionId)})`,
    )
  const stages: Record<string, readonly [RegExp, string]> = {
    '4000000000000275': [/card/, 'voided'],
    '4000000000000283': [/waiting/, 'approved'],
  }
  for (const [number, [stage, end]] of Object.entries(stages)) {
    const customer = await openForms(street.shop)
    await fillIn(customer, number)
    await sendForm(customer, 'pay')
    assert.equal(await stageFor(customer), 'waiting')
    await makeChargesDue(street.service)
    await settleDue(app, dueFirstCharges)
    assert.match(await stageFor(customer), stage)
    await age(customer.sessionId)
    await makeChargesDue(street.service)
    await settleDue(app, dueFirstCharges)
    const [charge] = await chargesOf(street.service, customer)
    assert.equal(charge?.state, end, number)
    const moved = await database.query(
      `select movement.type, movement.amount_minor::int as minor ${ofSession(customer.sessionId)} and movement.state = 'moved'
       order by movement.type`,
    )
    const back = end === 'voided' ? [{ type: 'refund', minor: 8_500 }] : []
    assert.deepEqual(moved, [{ type: 'charge', minor: 8_500 }, ...back])
  }
})

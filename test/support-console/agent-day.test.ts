import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { day } from '../../src/platform/base/times.ts'
import { password } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { openBrowser } from '../pages/browser.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { assertHidden, assertShown, buyer, buyIn } from './buyer.ts'
import { sayTheName } from './say-the-name.ts'

/** The agents' tasks in the morning. */
interface Morning {
  readonly shop: DisputeShop
  /** A challenged dispute; the shop offers to refund 100.00. */
  readonly dispute: string
  /** A payment of which 40.00 is returned by hand. */
  readonly returned: string
  /** The sign-in of each agent, in separate browsers. */
  agent(email: string): Promise<Page>
  merchant(): Promise<Page>
}

let service: TestService
let browser: Browser
before(async () => {
  ;[service, browser] = await Promise.all([startTestService(), openBrowser()])
})
after(async () => {
  await browser.close()
  await service.close()
})

async function newMorning(javaScriptEnabled: boolean): Promise<Morning> {
  const shop = await openDisputeShop(service)
  const payment_id = await buyIn(shop, 'Torn-17')
  const returned = await buyIn(shop, 'Gone-18')
  const { id } = await shop.openDispute({ payment_id, comment: 'It is torn' })
  const amount = { reason: 'merchant_reason_order_amount_should_be_different', amount: '100.00' }
  succeed(await shop.call('POST', '/api/v1/disputes/challenge', { dispute_id: id, description: 'A seam', ...amount }))
  service.clock.advance(day)
  const open = async (path: string, email: string): Promise<Page> => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(`${service.urls.uae}${path}`)
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill(password)
    await page.locator('button.primary').click()
    await page.waitForURL(`**${path}`)
    return page
  }
  return {
    ...{ shop, dispute: id, returned },
    agent: (email) => open('/support', email),
    merchant: () => open('/dashboard/live', `admin@${shop.merchantId.slice(-12)}.test`),
  }
}

const go = (page: Page, section: string): Promise<void> =>
  page.locator(`.side-wide a[href="/support${section && `/${section}`}"]`).click()
const note = (page: Page): Promise<string> => page.locator('.note-good').innerText()
const textOf = (page: Page): Promise<string> => page.locator('main').innerText()

/** Confirms on the confirmation page. Returns its notice. */
async function confirm(page: Page): Promise<string> {
  const sentence = await page.locator('.ask-sentence').innerText()
  await page.locator('.ask button').click()
  return sentence
}

/** The row in a part of the queue that links to this page. */
const waiting = (page: Page, part: string, id: string) =>
  page.locator('.panel', { has: page.getByRole('heading', { name: part }) }).locator(`.row-link[href$="${id}"]`)

async function askForEvidence(page: Page, { dispute }: Morning): Promise<void> {
  await go(page, '')
  const row = waiting(page, 'Disputes to decide', dispute)
  assert.doesNotMatch(await row.innerText(), /Torn-17/)
  await row.click()
  assertHidden(await page.content(), 'dispute')
  await page.locator('[name=reason]').fill('Ticket 4711')
  await page.getByRole('button', { name: 'Show the customer' }).click()
  await page.getByText(buyer.email).first().waitFor()
  assertShown(await page.content())
  await page.getByRole('radio', { name: 'Ask the merchant for evidence' }).check()
  await page.locator('#text').fill('A picture of the seam, please')
  await page.locator('#decide button').click()
  assert.match(await confirm(page), /Order .*Torn-17.* No money moves now\. The merchant has 14 days/)
  assert.match(await note(page), /You have asked the merchant for evidence/)
  await go(page, '')
  await waiting(page, 'Disputes that wait for others', dispute).waitFor()
}

async function giveEvidence(page: Page): Promise<void> {
  await page.locator('.task-link', { hasText: 'Disputes to answer' }).click()
  await page.locator('.row-link', { hasText: 'Torn-17' }).click()
  assert.match(await textOf(page), /A picture of the seam, please/)
  await page.locator('a[href$="/evidence"]').click()
  await page.locator('#text').fill('One seam of four is open.')
  await page.locator('main button.primary').click()
  assert.match(await confirm(page), /Give this evidence on order .*Torn-17/)
  assert.match(await note(page), /Your evidence is with support/)
}

/** One agent takes the dispute. A colleague sees it, and cannot decide it before taking it over. */
async function takeTheDispute(page: Page, other: Page, { dispute }: Morning): Promise<void> {
  await go(page, '')
  await page.getByRole('button', { name: new RegExp(`Take: .?${dispute}`) }).click()
  await page.getByText(/You, since/).waitFor()
  await go(other, '')
  await waiting(other, 'Disputes to decide', dispute).click()
  assert.match(await textOf(other), /Sara Haddad.? works on this/)
  await other.getByRole('radio', { name: 'Decide for the merchant' }).check()
  await other.locator('#decide button').click()
  assert.match(await textOf(other), /Nothing was done: .*Sara Haddad/)
  await other.getByRole('link', { name: 'Look again' }).click()
  await other.getByRole('button', { name: 'Take over' }).click()
  await other.getByText(/You have taken this/).waitFor()
  await other.getByRole('button', { name: 'Give back' }).click()
  await other.getByText(/Nobody works on this/).waitFor()
}

async function decide(page: Page, { shop, dispute }: Morning): Promise<void> {
  await go(page, '')
  await waiting(page, 'Disputes to decide', dispute).click()
  assert.match(await textOf(page), /One seam of four is open/)
  // The amount belongs to one choice, and is hidden with all others.
  const amountField = page.locator('#amount')
  assert.equal(await amountField.isVisible(), false)
  await page.getByRole('radio', { name: 'Refund another amount' }).check()
  assert.deepEqual([await amountField.isVisible(), await amountField.inputValue()], [true, '100.00'])
  await page.getByRole('radio', { name: 'Take the amount that the merchant proposes' }).check()
  assert.equal(await amountField.isVisible(), false)
  await page.locator('#decide button').click()
  assert.match(await confirm(page), /The dispute is about AED\s100\.00 from then on/)
  assert.match(await note(page), /proposed amount now/)
  await page.getByRole('radio', { name: 'Refund the customer in full' }).check()
  await page.locator('#decide button').click()
  assert.match(
    await confirm(page),
    /Order .*Torn-17.* owes AED\s100\.00 less\. The merchant's next payout is AED\s100\.00 lower/,
  )
  assert.match(await note(page), /Decided for the customer/)
  const { status, amount } = await shop.dispute(dispute)
  assert.deepEqual([status, amount], ['refunded', '100.00'])
}

async function blockAndUnblock(page: Page, { shop }: Morning): Promise<void> {
  const tryToBuy = async () => succeed(await shop.checkout('120.00', { buyer })).body.status
  await go(page, 'customers')
  await page.locator('#filter-phone').fill('052 777 1234')
  await page.locator('.filters button').click()
  assertHidden(await page.content(), 'customer')
  await page.locator('[name=reason]').fill('Called us')
  await page.getByRole('button', { name: 'Show the customer' }).click()
  await page.locator('.row-link', { hasText: 'Gone-18' }).first().waitFor()
  assert.equal(await tryToBuy(), 'created')
  await page.getByRole('button', { name: 'Block this customer' }).click()
  assert.match(await confirm(page), /\+971527771234/)
  await note(page)
  assert.equal(await tryToBuy(), 'rejected')
  await page.getByRole('button', { name: 'Lift the block' }).click()
  await confirm(page)
  await note(page)
  assert.equal(await tryToBuy(), 'created')
}

async function askForReturn(page: Page, { shop, returned }: Morning): Promise<void> {
  await page.locator('#search').fill(returned)
  await page.locator('#search').press('Enter')
  await page.waitForURL(`**/support/payments/${returned}`)
  await page.locator('#return-amount').fill('40.00')
  await page.locator('#return-reason').fill('The shop has closed')
  await page.getByRole('button', { name: 'Ask for the return' }).click()
  assert.match(await confirm(page), /AED\s40\.00 of order .+ Nothing moves before another person confirms/)
  assert.match(await note(page), /as soon as another person confirms/)
  assert.match(await textOf(page), /Another person has to confirm/)
  assert.deepEqual(await refundsOf(shop, returned), [])
}

async function confirmReturn(page: Page, { shop, returned }: Morning): Promise<void> {
  await waiting(page, 'Returns to confirm', returned).click()
  assert.match(await textOf(page), /The shop has closed/)
  await page.getByRole('button', { name: 'Confirm and refund' }).click()
  assert.match(await confirm(page), /AED\s40\.00 of order .+ as .*agent@support\.test.* has asked/)
  assert.match(await note(page), /the money is refunded/)
  assert.deepEqual(await refundsOf(shop, returned), ['40.00'])
}

async function refundsOf(shop: DisputeShop, id: string): Promise<string[]> {
  const { refunds } = succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body
  return refunds.map(({ amount }: { amount: string }) => amount)
}

async function seeAsMerchant(page: Page, { shop, returned }: Morning): Promise<void> {
  await go(page, 'merchants')
  await page.locator('.filters input').first().fill(shop.merchantId)
  await page.locator('.filters button').click()
  await page.locator(`a[href="/support/merchants/${shop.merchantId}"]`).first().click()
  await page.locator('form[action$="/look"] [name=reason]').fill('They do not find a refund')
  await page.getByRole('button', { name: 'See as merchant' }).click()
  await page.locator('.band', { hasText: 'You can change nothing' }).waitFor()
  await page.locator('.modes a[href$="/live"]').click()
  await page.locator('.side-wide a[href$="/live/payments"]').click()
  await page.locator(`.row-link[href*="${returned}"]`).click()
  assert.match(await textOf(page), /40\.00/)
  assert.ok(page.url().includes(returned))
  assert.equal(await page.locator('form[method=post]').count(), 0)
  assertHidden(await page.content(), 'as merchant')
  await page.getByText('Back to the console').click()
}

for (const javaScriptEnabled of [true, false]) {
  test(`two agents get through the day ${javaScriptEnabled ? 'at a browser' : 'without JavaScript'}`, async () => {
    const morning = await newMorning(javaScriptEnabled)
    const [agent, other] = [await morning.agent('agent@support.test'), await morning.agent('agent2@support.test')]
    await askForEvidence(agent, morning)
    const merchant = await morning.merchant()
    await giveEvidence(merchant)
    await sayTheName(agent)
    await takeTheDispute(agent, other, morning)
    await decide(agent, morning)
    await blockAndUnblock(agent, morning)
    await askForReturn(agent, morning)
    await go(other, '')
    assert.match(await textOf(other), /Sara Haddad agent@support\.test/)
    await confirmReturn(other, morning)
    await seeAsMerchant(agent, morning)
    await go(agent, 'activity')
    const rows = await agent.locator('main tbody tr').allInnerTexts()
    const expected = [
      ['Saw as merchant', 'agent@support.test', 'They do not find a refund'],
      ['Confirmed a return', 'agent2@support.test'],
      ['Asked for a return', 'Sara Haddad', 'agent@support.test'],
      ['Lifted a block', 'agent@support.test', '…1234'],
      ['Blocked a customer', 'agent@support.test', '…1234'],
      ['Saw a customer', 'agent@support.test', 'Called us'],
      ['Refunded a dispute', 'agent@support.test'],
      ['Took the proposed amount', 'agent@support.test'],
      ['Took over from a colleague', 'agent2@support.test', 'agent@support.test'],
      ...(javaScriptEnabled ? [['Changed the own name', 'Sara Haddad']] : []),
      ['Asked for evidence', 'agent@support.test'],
      ['Saw a customer', 'agent@support.test', 'Ticket 4711'],
    ]
    for (const [index, parts] of expected.entries())
      for (const part of parts) assert.ok(rows[index]?.includes(part), `${index}: ${part} in ${rows[index]}`)
    for (const page of [agent, other, merchant]) await page.context().close()
  })
}

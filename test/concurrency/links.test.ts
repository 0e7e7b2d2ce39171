import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { startServer } from '../../src/entries/server.ts'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import { linkLimits } from '../../src/money/checkout/links/open-link.ts'
import {
  type CardProcessor,
  type CardRefund,
  type Charge,
  type ChargeFinding,
  type ChargeResult,
  NoAnswer,
  type RefundFinding,
} from '../../src/platform/adapters/card-processor.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { type FormCustomer, fillIn, sendForm, stageFor } from '../pages/forms.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'
import { charged, declined, makeChargesDue } from '../support/charges.ts'
import { askDoctor } from '../support/doctor.ts'
import { type MadeLink, makeLink, openLink, openLinkForms } from '../support/links.ts'
import { openOtherProcess } from '../support/service.ts'

let api: TestApi
let merchant: NewMerchant
let visitor: BackOfficeVisitor
/** The addresses of two processes on one database. */
let urls: readonly [string, string]
let closeOther: () => Promise<void>
const bank = new Map<string, bigint>()
before(async () => {
  api = await openTestApi()
  const { service } = api
  merchant = await api.newMerchant()
  const other = await openOtherProcess(service)
  const server = await startServer(other.app, openMetrics(), 'uae')
  urls = [service.urls.uae, server.baseUrl]
  for (const { cards } of [service.app, other.app]) openBank(cards.test)
  closeOther = async () => {
    await server.close()
    await other.close()
  }
})
beforeEach(async () => {
  visitor = await signInAt(urls[0], `admin@${merchant.id.slice(-12)}.test`)
})
after(async () => {
  await closeOther()
  await api.close()
})

let requests = 0

/** A bank with a memory and random delays. It declines every fifth charge, and gives no answer for others. */
function openBank(cards: CardProcessor): void {
  Object.assign(cards, {
    async charge(request: Charge): Promise<ChargeResult> {
      requests += 1
      const turn = requests
      await new Promise((resolve) => setTimeout(resolve, (turn * 7) % 20))
      if (turn % 5 === 0) return declined
      if (turn % 7 === 0) throw new NoAnswer()
      bank.set(request.id, request.amountMinor)
      if (turn % 4 === 0) throw new NoAnswer()
      return charged
    },
    find: async ({ id }: Charge): Promise<ChargeFinding> => (bank.has(id) ? charged : { kind: 'unknown' }),
    findRefund: async (): Promise<RefundFinding> => ({ kind: 'unknown' }),
    refund: async ({ charge: { id: of }, amountMinor }: CardRefund): Promise<RefundFinding> => {
      bank.set(of, (bank.get(of) ?? 0n) - amountMinor)
      return { kind: 'refunded' }
    },
  })
}

const sumOf = (rows: readonly Record<string, unknown>[]): number =>
  rows.reduce((sum, { id }) => sum + Number(bank.get(String(id)) ?? 0n), 0)

/** What is stored of a link: its authorized payments, and what the bank holds of their charges and of all. */
async function stateOf({ id }: MadeLink) {
  const ofLink = `from sessions as session join payments as payment using (merchant_id)
    where payment.id = session.payment_id and session.link_id = '${id}'`
  const { query } = api.service.database
  const authorized = await query(`select payment.id, amount_minor ${ofLink} and payment.status = 'AUTHORIZED'`)
  const charges = await query(`select id from charges where payment_id in (select payment.id ${ofLink})`)
  const [link] = await query(`select paid_at, cancelled_at from payment_links where id = '${id}'`)
  return {
    authorized: authorized.length,
    held: sumOf(charges),
    charged: charges.filter(({ id }) => bank.has(String(id))).length,
    isPaid: link?.['paid_at'] !== null,
    isCancelled: link?.['cancelled_at'] !== null,
  }
}

async function settleAll(): Promise<void> {
  await makeChargesDue(api.service)
  while ((await settleDue(api.service.app, dueFirstCharges)) > 0) await makeChargesDue(api.service)
}

const acts = fc.array(fc.constantFrom('pay', 'pay', 'pay', 'pay twice', 'cancel link', 'leave', 'open'), {
  minLength: 3,
  maxLength: 6,
})

async function act(customer: FormCustomer, what: string, link: MadeLink, url: string): Promise<unknown> {
  switch (what) {
    case 'pay twice':
      return Promise.all([sendForm(customer, 'pay'), sendForm(customer, 'pay')])
    case 'cancel link':
      return visitor.send(`${link.path}/cancel`, { confirmed: 'yes' })
    case 'leave':
      return sendForm(customer, 'cancel')
    case 'open':
      return openLink(url + link.publicPath)
    default:
      return sendForm(customer, 'pay')
  }
}

test('customers of one link who act at once at two processes: one payment at most, and one charge', async () => {
  const totals = { paid: 0, cancelled: 0 }
  const play = async (round: readonly string[]): Promise<void> => {
    const link = await makeLink(visitor)
    const customers = await Promise.all(
      round.map(async (what, index) => {
        const url = urls[index % 2] ?? urls[0]
        const customer = await openLinkForms(url, link)
        await fillIn(customer)
        return { what, customer, url }
      }),
    )
    assert.equal(new Set(customers.map(({ customer }) => customer.sessionId)).size, round.length)
    await Promise.all(customers.map(({ what, customer, url }) => act(customer, what, link, url)))
    const before = await stateOf(link)
    assert.ok(before.authorized <= 1, JSON.stringify(round))
    await settleAll()
    const state = await stateOf(link)
    assert.ok(state.charged <= 1, JSON.stringify([round, state]))
    assert.equal(state.authorized, state.isPaid ? 1 : 0)
    assert.ok(!(state.isPaid && state.isCancelled))
    assert.equal(state.held, state.isPaid ? 8_500 : 0, JSON.stringify(round))
    if (state.isPaid) totals.paid += 1
    if (state.isCancelled) totals.cancelled += 1
    for (const { customer } of customers) {
      const stage = await stageFor(customer)
      const expected =
        state.isPaid || state.isCancelled ? /^(approved|over|refused)$/ : /^(confirm|card|waiting|cancelled|reserved)$/
      assert.match(stage, expected, JSON.stringify([round, state]))
    }
  }
  await fc.assert(fc.asyncProperty(acts, play), { numRuns: 15, endOnFailure: true })
  assert.ok(totals.paid >= 3, JSON.stringify(totals))
  assert.deepEqual(await askDoctor(api.service.app), [])
})

test('after a declined charge another customer of the link can pay, and the first one cannot pay again', async () => {
  const link = await makeLink(visitor)
  const [one, other] = [await openLinkForms(urls[0], link), await openLinkForms(urls[1], link)]
  await Promise.all([fillIn(one), fillIn(other)])
  requests = 4
  await sendForm(one, 'pay')
  assert.deepEqual([await stageFor(one), await stageFor(other)], ['card', 'confirm'])
  requests = 0
  await sendForm(other, 'pay')
  assert.deepEqual([await stageFor(one), await stageFor(other)], ['over', 'approved'])
  const { status, headers } = await fetch(one.webUrl, { redirect: 'manual', headers: { cookie: one.cookie } })
  assert.deepEqual([status, headers.get('location')], [303, `${link.publicPath}?lang=en`])
  assert.match((await openLink(urls[0] + link.publicPath)).text, /This order is already paid/)
})

test('while a charge is in flight the other customers wait, and go on if it is not paid', async () => {
  const link = await makeLink(visitor)
  const [one, other] = [await openLinkForms(urls[0], link), await openLinkForms(urls[1], link)]
  await Promise.all([fillIn(one), fillIn(other)])
  requests = 6
  await sendForm(one, 'pay')
  assert.deepEqual([await stageFor(one), await stageFor(other)], ['waiting', 'reserved'])
  await sendForm(other, 'pay')
  assert.equal(await stageFor(other), 'reserved')
  api.service.clock.advance(40 * 60_000)
  await settleAll()
  const late = await openLinkForms(urls[1], link)
  await fillIn(late)
  requests = 0
  await sendForm(late, 'pay')
  assert.equal(await stageFor(late), 'approved')
})

test('a charge that arrives after another payment of the link was authorized is voided', async () => {
  const link = await makeLink(visitor)
  const [one, other] = [await openLinkForms(urls[0], link), await openLinkForms(urls[1], link)]
  await Promise.all([fillIn(one), fillIn(other)])
  requests = 3
  await sendForm(one, 'pay')
  assert.equal(await stageFor(one), 'waiting')
  // As a process of the version before leaves it: it does not reserve the link.
  await api.service.database.query(`update payment_links set charge_id = null where id = '${link.id}'`)
  requests = 0
  await sendForm(other, 'pay')
  assert.equal(await stageFor(other), 'approved')
  await settleAll()
  const { authorized, charged: arrived, held } = await stateOf(link)
  assert.deepEqual({ authorized, arrived, held }, { authorized: 1, arrived: 2, held: 8_500 })
  assert.equal(await stageFor(one), 'over')
})

test('a link that is opened a thousand times has a limited number of sessions', async () => {
  const link = await makeLink(visitor)
  const url = urls[0] + link.publicPath
  const statuses = new Set<number>()
  for (let round = 0; round < 100; round += 1) {
    const opened = await Promise.all(Array.from({ length: 10 }, (_, n) => openLink(urls[n % 2] + link.publicPath)))
    for (const { status } of opened) statuses.add(status)
  }
  const count = async (): Promise<number> =>
    (await api.service.database.query(`select from sessions where link_id = '${link.id}'`)).length
  assert.deepEqual([[...statuses], await count()], [[303], linkLimits.open])
  const { cookie, location } = await openLink(url)
  for (let reload = 0; reload < 5; reload += 1) assert.equal((await openLink(url, cookie)).location, location)
  assert.match((await visitor.get(link.path)).text, /1,001 ×/)
  assert.equal(await count(), linkLimits.open)
})

test('a link whose sessions are all in use asks for patience, and has room again later', async () => {
  const link = await makeLink(visitor)
  for (let opened = 0; opened < linkLimits.open; opened += 1) {
    const customer = await openLinkForms(urls[0], link)
    await sendForm(customer, 'phone', { phone: `+9715055${String(opened).padStart(5, '0')}` })
  }
  const full = await openLink(urls[1] + link.publicPath)
  assert.equal(full.status, 429)
  assert.match(full.text, /Many people have opened this link/)
  api.service.clock.advance(20 * 60_000)
  assert.equal((await openLink(urls[1] + link.publicPath)).status, 303)
})

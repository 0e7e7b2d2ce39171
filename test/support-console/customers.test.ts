import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { phoneKeyOf } from '../../src/money/checkout/messages/message-quotas.ts'
import { findAcrossMerchants } from '../../src/money/payments/search/find-across-merchants.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { openShop } from '../../testkit/shop.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

const phone = '+971527771234'
const address = `/support/customers?phone=${encodeURIComponent(phone)}`

let service: TestService
let shop: DisputeShop
let agent: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  await agent.get(address)
  await agent.send(address, { reason: 'Ticket' })
})
after(() => service.close())

const buyer = { name: 'Zubaida Q', email: 'zuzu.q@personal.example', phone: '052 777 1234', dob: '1990-04-17' }
const order = async (key: string) => {
  const { body } = succeed(await openShop(service.urls.uae, key, { merchantCode: 'AE' }).checkout('340.00', { buyer }))
  return { status: body.status, reason: body.configuration.products.installments.rejection_reason, id: body.payment.id }
}

test('customer page: purchases, debts and the reasons of risk decisions, of all merchants', async () => {
  const bought = await order(shop.key)
  succeed(await shop.call('POST', `/sandbox/payments/${bought.id}/authorize`))
  const other = await openDisputeShop(service)
  const rules = { rules: { max_open_exposure: '300.00' } }
  succeed(await other.call('PUT', '/sandbox/risk', rules))
  const refused = await order(other.key)
  assert.deepEqual([refused.status, refused.reason], ['rejected', 'not_available'])
  const page = await agent.get(address)
  assert.ok(page.text.includes(bought.id) && page.text.includes(refused.id))
  assert.match(page.text, /AED\s255\.00/)
  assert.match(page.text, /What the customer owes everywhere: AED\s595\.00, limit AED\s300\.00/)
  assert.match(page.text, /Most that one customer may owe in live mode: AED\s[\d,]+\.00, .+inherited from the market/)
  assert.match(page.text, /Blocked customer: No</)
  assert.doesNotMatch(page.text, /limit (Yes|No|–)/)
})

test('a block refuses new orders at every merchant in both modes, until it is lifted', async () => {
  const sandbox = await openDisputeShop(service)
  for (const key of [sandbox.key, sandbox.testKey]) assert.equal((await order(key)).status, 'created')
  const sentence = await agent.send('/support/customers/block', { phone })
  assert.match(sentence.text, /refused at every merchant, in test and live/)
  assert.equal((await order(sandbox.key)).status, 'created')
  const done = await agent.send('/support/customers/block', { phone, confirmed: 'yes' })
  assert.equal(done.location, `${address}&done=blocked`)
  for (const key of [sandbox.key, sandbox.testKey, shop.key]) {
    assert.deepEqual((await order(key)).reason, 'not_available')
  }
  assert.match((await agent.get(done.location)).text, /Refused everywhere/)
  await agent.send('/support/customers/unblock', { phone, confirmed: 'yes' })
  for (const key of [sandbox.key, sandbox.testKey]) assert.equal((await order(key)).status, 'created')
  const written = await service.database.query(
    `select what, on_id from activities where what like '%block_customer' order by id`,
  )
  assert.deepEqual(
    written.map(({ what, on_id }) => `${what} ${on_id}`),
    ['block_customer …1234', 'unblock_customer …1234'],
  )
})

test('codes are unlocked after too many wrong tries or messages', async () => {
  const { query } = service.database
  const { id } = await order(shop.testKey)
  const key = phoneKeyOf(service.app, phone)
  const [session] = await query(`select merchant_id, id from sessions where payment_id = '${id}'`)
  await query(`insert into visits (merchant_id, session_id, version, phone, code_sends, wrong_tries, cards_given, declines, locked_at)
    values ('${session?.['merchant_id']}', '${session?.['id']}', 1, '${phone}', 1, 5, 0, 0, now())`)
  await query(`insert into message_quotas (merchant_id, counted, sent_at, forget_at)
    values ('00000000-0000-0000-0000-000000000000', 'sign-in tries live ${key}', array[now()], now() + interval '1 day')`)
  // A merchant without a locked checkout, which has only sent links.
  await query(`insert into message_quotas (merchant_id, counted, sent_at, forget_at)
    select merchant_id, 'phone ' || mode || ' ${key}', array[now()], now() + interval '1 hour'
    from merchants cross join unnest(array['test', 'live']) as mode where merchant_id <> '${session?.['merchant_id']}'`)
  await query(`insert into customer_sign_ins (merchant_id, region, is_test, browser_hash, id, phone, code_hash, sent_at, sends, tries, kept_until)
    values ('00000000-0000-0000-0000-000000000000', 'uae', true, '\\x01', gen_random_uuid(), '${phone}', null, now(), 4, 5, now())`)
  const done = await agent.send('/support/customers/unlock', { phone })
  assert.equal(done.location, `${address}&done=unlocked`)
  const left =
    await query(`select (select count(*)::int from visits where locked_at is not null or wrong_tries > 0) as visits,
    (select count(*)::int from message_quotas where counted like '%${key}') as quotas,
    (select count(*)::int from customer_sign_ins where phone = '${phone}') as sign_ins`)
  assert.deepEqual(left, [{ visits: 0, quotas: 0, sign_ins: 0 }])
  assert.match((await agent.get(done.location)).text, /Codes are unlocked/)
})

test('search: finds a payment and a dispute by id, an order by number and a customer by phone, at every merchant', async () => {
  const { id, payment_id } = await shop.openDispute()
  const find = async (q: string) => (await agent.get(`/support/search?${new URLSearchParams({ q })}`)).location
  assert.equal(await find(` ${payment_id.toUpperCase()} `), `/support/payments/${payment_id}`)
  assert.equal(await find(id), `/support/disputes/${id}`)
  assert.equal(await find(shop.merchantId), `/support/merchants/${shop.merchantId}`)
  assert.equal(await find('+971 52 777 1234'), address)
  const several = await agent.get('/support/search?q=1001')
  assert.equal(several.status, 200)
  assert.ok(several.text.includes(payment_id))
  const nothing = await agent.get('/support/search?q=zuzu.q@personal.example')
  assert.equal(nothing.status, 200)
  assert.match(nothing.text, /Nothing was found/)
  assert.doesNotMatch(nothing.text, /zuzu/)
})

test('while search terms are incomplete, the search box and the customer page say so', async () => {
  const { query } = service.database
  const isPartial = /Older orders are not all found by number or phone yet/
  const pages = ['/support/search?q=1001', '/support/search?q=no-such-order', address]
  for (const page of pages) assert.doesNotMatch((await agent.get(page)).text, isPartial, page)
  await query(`insert into payment_search_gaps values ('${shop.merchantId}', '00000000-0000-0000-0000-000000000000')`)
  for (const page of pages) assert.match((await agent.get(page)).text, isPartial, page)
  await query('delete from payment_search_gaps')
})

test('a rejected order is found, even if the phone has many newer orders at another merchant', async () => {
  const other = await openDisputeShop(service)
  succeed(await other.call('PUT', '/sandbox/risk', { rules: { max_open_exposure: '1.00' } }))
  const refused = await order(other.key)
  assert.equal(refused.status, 'rejected')
  const { query } = service.database
  await query(`insert into payment_search_terms (merchant_id, is_test, term, created_at, payment_id)
    select '${shop.merchantId}', false, 'p${[...phone.slice(1)].reverse().join('')}', now() + interval '1 year', gen_random_uuid()
    from generate_series(1, 1100)`)
  const found = await findAcrossMerchants(service.app, { phone, listedAs: 'rejected' }, 20)
  assert.ok(found.some(({ id }) => id === refused.id))
  await query(`delete from payment_search_terms where created_at > now() + interval '6 months'`)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countVisitChanges } from '../../src/money/checkout/figures/visit-figures.ts'
import { countPaymentChanges } from '../../src/money/payments/counted-list/payment-counts.ts'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { dueSettlements } from '../../src/money/settlements/due-settlements.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { addReplay } from '../../testkit/add-replay.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer, type Shop } from '../../testkit/shop.ts'
import { uploadAttachment } from '../../testkit/uploads.ts'
import { fillIn, openForms, sendForm } from '../pages/forms.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { pass, sendReturns } from '../support/plans.ts'
import { kept, removed } from './reset-tables.ts'

let api: TestApi
before(async () => {
  api = await openTestApi({ env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:1' } })
})
after(() => api.close())

const query = (sql: string) => api.service.database.query(sql)
const reset = async (shop: Shop) =>
  assert.deepEqual(succeed(await shop.call('POST', '/sandbox/reset')).body, { status: 'ok' })

/** Payments captured and refunded, an open one, a customer on the page, and all events of five weeks. */
async function trade(shop: Shop): Promise<void> {
  const buyer = newBuyer()
  succeed(await shop.call('GET', '/sandbox/journal'))
  const fault = { on: { operation: 'closePayment' }, do: { kind: 'conflict' } }
  succeed(await shop.call('POST', '/sandbox/faults', fault))
  succeed(await shop.call('POST', '/api/v1/webhooks', { url: `http://shop.test/${shop.key.slice(-6)}` }))
  succeed(
    await shop.call('PUT', '/sandbox/risk', { rules: { max_orders_per_day: 900 }, blocked: [{ email: 'no@x.test' }] }),
  )
  succeed(await shop.call('PUT', '/sandbox/decision', { decision: 'approve' }))
  const checkout = succeed(await shop.checkout('340.00', { buyer })).body
  const id = checkout.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  await visit(shop)
  await pass(shop, 'P35D')
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '200.00' }))
  await sendReturns(api)
  const second = succeed(await shop.checkout('120.00', { buyer: newBuyer() })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${second}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${second}/captures`, { amount: '50.00' }))
  await book()
  succeed(await shop.call('POST', '/sandbox/certificate', { scenarios: ['plain'] }))
}

// With live keys the code is random.
async function visit(shop: Shop): Promise<void> {
  const customer = await openForms(shop, { buyer: newBuyer() })
  if (shop.key.startsWith('sk_test_')) await fillIn(customer)
  else assert.equal((await sendForm(customer, 'phone', { phone: '+971500700007' })).status, 303)
}

async function book(): Promise<void> {
  while ((await bookAll(api.service.app)) > 0);
  while ((await settleDue(api.service.app, dueSettlements)) > 0);
  await countPaymentChanges(api.service.app)
  await countVisitChanges(api.service.app)
}

/** Rows that no call of the API makes at once, or only over months. */
async function addRest(merchant: NewMerchant): Promise<void> {
  for (const isTest of [true, false]) {
    const of = `merchant_id = '${merchant.id}' and is_test = ${isTest}`
    await query(
      `insert into return_requests (merchant_id, id, payment_id, is_test, currency, amount_minor, seen_minor, reason, state, asked_by,
         asked_name, asked_at, decided_by, decided_name, decided_at)
       select merchant_id, gen_random_uuid(), id, is_test, currency, 1, 1, 'x', 'withdrawn', id, 'x', now(), id, 'x', now()
       from payments where ${of} limit 1`,
    )
    await query(
      `insert into payment_links (merchant_id, id, is_test, made_by, made_at)
       select merchant_id, gen_random_uuid(), is_test, 'x', now() from payments where ${of} limit 1`,
    )
    await query(
      `insert into saved_cards (merchant_id, is_test, phone, token, brand, last_four, expiry_month, expiry_year, saved_at)
       values ('${merchant.id}', ${isTest}, '+971500000099', 'x', 'x', '4242', 1, 2030, now())`,
    )
    await query(
      `insert into disturbed_deliveries (merchant_id, id, is_test, fault_id, kind, webhook_id, subject_id, copies, gap_ms, kept_until)
       select merchant_id, id, is_test, id, 'late', id, id, 0, 0, now() from payments where ${of} limit 1`,
    )
    await query(
      `insert into due_retries (merchant_id, kind, id, tries, next_try_at)
       select merchant_id, 'payment', id, 1, now() from payments where ${of} limit 1`,
    )
    const [webhook] = await query(`select id from webhooks where ${of} limit 1`)
    await addReplay(query, String(webhook?.['id']), isTest)
    await query(
      `insert into erasures (merchant_id, id, is_test, pseudonym, requested_by, reason, requested_at, erased_at)
       select merchant_id, id, is_test, 'erased-' || repeat('0', 32), 'x', '', now(), now() from payments where ${of} limit 1`,
    )
    await query(
      `insert into message_quotas (merchant_id, counted, sent_at, forget_at)
       values ('${merchant.id}', 'phone ${isTest ? 'test' : 'live'} +971500000001', array[now()], now())`,
    )
    await query(
      `insert into delivery_attempts (merchant_id, delivery_id, number, at, duration_ms, answer)
       select delivery.merchant_id, delivery.id, 99, now(), 1, 'x' from deliveries as delivery
       join notifications as event on event.merchant_id = delivery.merchant_id and event.id = delivery.notification_id
       where event.merchant_id = '${merchant.id}' and event.is_test = ${isTest} limit 1`,
    )
  }
}

async function complain({ live }: NewMerchant): Promise<void> {
  const payment_id = succeed(await live.call('GET', '/api/v2/payments?status=captured')).body.payments[0].id
  succeed(await live.call('POST', '/sandbox/disputes', { payment_id, reason: 'product_issue', amount: '10.00' }))
  succeed(await uploadAttachment(live))
}

/** For each table that a reset empties: the merchant's rows of test mode or without a parent, and its live rows. */
async function countRows(merchantId: string): Promise<Record<string, { test: number; live: number }>> {
  const counts = Object.entries(removed).map(
    async ([table, isTest]) =>
      [
        table,
        (
          await query(
            `select count(*) filter (where is_test is not false)::int as test, count(*) filter (where not is_test)::int as live
             from (select ${isTest} as is_test from ${table} as t where t.merchant_id = '${merchantId}') as found`,
          )
        )[0] as { test: number; live: number },
      ] as const,
  )
  return Object.fromEntries(await Promise.all(counts))
}

const liveOnly = ['disputes', 'dispute_history', 'attachments']
/** Waits until the tables are empty. */
const passing = ['payment_count_changes', 'visit_changes', 'unsealed_entries']

test('reset: each table with a merchant is in one of the lists', async () => {
  const rows = await query(
    `select table_name as name from information_schema.columns where column_name = 'merchant_id' and table_schema = 'public'`,
  )
  const named = [...Object.keys(removed), ...Object.keys(kept)].sort()
  // A table of an earlier version, empty by now.
  const former = ['code_messages']
  assert.deepEqual(
    named,
    rows
      .map(({ name }) => String(name))
      .filter((name) => !former.includes(name))
      .sort(),
  )
})

test('reset: of test mode deletes all of it and no live rows, and the reverse', async () => {
  const merchant = await api.newMerchant()
  const other = await api.newMerchant()
  for (const one of [merchant, other]) {
    await trade(one.live)
    await trade(one.test)
    await complain(one)
    await addRest(one)
  }
  await book()
  const before = await countRows(merchant.id)
  const ofOther = await countRows(other.id)
  for (const [table, { test, live }] of Object.entries(before)) {
    if (passing.includes(table)) continue
    assert.ok(live > 0, `there is something live in ${table}`)
    assert.ok(test > 0 || liveOnly.includes(table), `there is something of test mode in ${table}`)
  }
  assert.deepEqual(await askDoctor(api.service.app), [])

  await reset(merchant.test)
  for (const [table, { test, live }] of Object.entries(await countRows(merchant.id))) {
    if (passing.includes(table)) continue
    assert.deepEqual([table, test, live], [table, 0, before[table]?.live])
  }
  assert.deepEqual(await askDoctor(api.service.app), [])
  await book()
  assert.deepEqual(await askDoctor(api.service.app), [])

  await reset(merchant.live)
  for (const [table, counts] of Object.entries(await countRows(merchant.id)))
    assert.deepEqual([table, counts], [table, { test: 0, live: 0 }])
  assert.deepEqual(await countRows(other.id), ofOther)
  assert.deepEqual(await askDoctor(api.service.app), [])

  // Background work continues.
  await trade(merchant.test)
  await trade(merchant.live)
  assert.deepEqual(await askDoctor(api.service.app), [])
})

test("reset: the merchant equals a new one, and its clock is the system's", async () => {
  const { test: shop } = await api.newMerchant()
  const risk = succeed(await shop.call('GET', '/sandbox/risk')).body
  await trade(shop)
  await reset(shop)
  assert.equal(succeed(await shop.call('GET', '/sandbox/clock')).body.offset_seconds, 0)
  assert.deepEqual(succeed(await shop.call('GET', '/api/v2/payments')).body.payments, [])
  assert.deepEqual(succeed(await shop.call('GET', '/api/v1/webhooks')).body, [])
  assert.deepEqual(succeed(await shop.call('GET', '/sandbox/notifications')).body.notifications, [])
  assert.deepEqual(succeed(await shop.call('GET', '/api/v1/settlements')).body.settlements, [])
  assert.deepEqual(succeed(await shop.call('GET', '/sandbox/risk')).body, risk)
  assert.deepEqual(succeed(await shop.call('GET', '/sandbox/faults')).body, { faults: [] })
  // The same days are settled again.
  await trade(shop)
  assert.ok(succeed(await shop.call('GET', '/api/v1/settlements')).body.settlements.length > 0)
})

test('reset: restores the webhooks that the merchant was made with, and no others', async () => {
  const stores = [
    { merchant_code: 'a', country: 'AE', webhook_url: 'http://shop.test/a', signing: true },
    { merchant_code: 'b', country: 'AE' },
  ]
  const made = succeed(await api.open('').call('POST', '/sandbox/merchants', { name: 'S', region: 'uae', stores })).body
  const shop = api.open(made.keys.test.secret, { merchantCode: 'a' })
  const [first] = made.stores
  const list = (caller: Shop) => caller.call('GET', '/api/v1/webhooks', undefined, { 'x-merchant-code': 'a' })
  await shop.call('PUT', `/api/v1/webhooks/${first.webhook_id}`, { url: 'http://shop.test/other' })
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/more' })
  await reset(shop)
  const expected = [{ id: first.webhook_id, url: 'http://shop.test/a', is_test: true, header: null }]
  assert.deepEqual(succeed(await list(shop)).body, expected)
  await shop.call('DELETE', `/api/v1/webhooks/${first.webhook_id}`)
  await reset(api.open(made.keys.live.secret))
  assert.deepEqual(succeed(await list(shop)).body, [])
  await reset(shop)
  await reset(shop)
  assert.deepEqual(succeed(await list(shop)).body, expected)
})

test("reset: without the owner's functions nothing is deleted, and the answer says so", async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  await query('alter function sandbox_remake_books rename to sandbox_gone')
  const answer = await shop.call('POST', '/sandbox/reset')
  assert.equal(answer.status, 409)
  await query('alter function sandbox_gone rename to sandbox_remake_books')
  assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).status, 200)
})

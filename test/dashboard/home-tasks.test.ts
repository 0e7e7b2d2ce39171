import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { newBuyer } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { homeOf, newOwnMerchant, numbersOf, plain } from './own-merchant.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const url = service.urls.uae

test('a merchant without payments sees the first steps, and which are complete', async () => {
  const { admin, live } = await newOwnMerchant(api)
  const text = await homeOf(admin)
  assert.match(text, /Your first test payment/)
  assert.match(text, /href="\/dashboard\/test\/webhooks\/new"/)
  assert.match(text, /task-done[\s\S]*Get a secret key[\s\S]*Done/)
  assert.doesNotMatch(text, /<figure|Nothing waits/)
  assert.match((await admin.get('/dashboard/live')).text, /Name the bank account/)
  await live.authorizedPayment()
  assert.match((await admin.get('/dashboard/live')).text, /<figure/)
  assert.match(await homeOf(admin), /Your first test payment/)
})

test('without tasks the page says what would be listed', async () => {
  const { admin, test: shop } = await newOwnMerchant(api)
  await shop.capturedPayment()
  assert.match(plain(await homeOf(admin)), /Nothing waits for you Orders to capture/)
})

test("disputes are listed with their remaining days, earliest first; an order's text is escaped", async () => {
  const { admin, live } = await newOwnMerchant(api)
  for (const reference of ['<b>1', '2']) {
    const { body } = await live.checkout('50.00', { buyer: newBuyer(), order: { reference_id: reference, items: [] } })
    const { id } = body.payment
    await live.call('POST', `/sandbox/payments/${id}/authorize`)
    await live.call('POST', `/api/v2/payments/${id}/captures`, { amount: '50.00', reference_id: 'all' })
    succeed(
      await live.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered', comment: 'Where?' }),
    )
    succeed(await live.call('POST', '/sandbox/clock', { advance: 'P3D' }))
  }
  const { text } = await admin.get('/dashboard/live')
  assert.match(text, /href="\/dashboard\/live\/disputes\?status=to_answer"/)
  assert.match(plain(text), /Order \u2068&lt;b(>|&gt;)1\u2069: 8 days left and Order \u20682\u2069: 11 days left/)
  assert.doesNotMatch(text, /<b>1/)
  assert.equal(numbersOf(text, 'shares').at(-2)?.[1], '2')
  assert.doesNotMatch(plain(await homeOf(admin)), /Disputes to answer/)
})

test('failing or disabled webhooks, and payouts without an account, are listed in their mode', async () => {
  const { admin, live, id } = await newOwnMerchant(api)
  await live.capturedPayment('200.00')
  succeed(await live.call('POST', '/sandbox/clock', { advance: 'P2D' }))
  const { database } = service
  await database.query(`update payouts set state = 'pending', paid_at = null where merchant_id = '${id}'`)
  await database.query(`insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, created_at, failing_since)
    select merchant_id, gen_random_uuid(), 'payment', id, false, 'https://shop.test/<i>?secret=77', 'https://shop.test/', now(), now()
    from stores where merchant_id = '${id}' and merchant_code = 'main'`)
  const { text } = await admin.get('/dashboard/live')
  assert.match(text, /A webhook fails[\s\S]*\u2066shop\.test\/%3Ci%3E\u2069/)
  assert.doesNotMatch(text, /secret=77/)
  assert.match(plain(text), /AED [\d.]+ is held: there is no bank account/)
  assert.doesNotMatch(plain(await homeOf(admin)), /webhook fails|is held/)
  await database.query(`update webhooks set disabled_at = now() where merchant_id = '${id}'`)
  await database.query(
    `update stores set beneficiary_name = 'Lamps', beneficiary_iban = 'AE070331234567890123456' where merchant_id = '${id}'`,
  )
  const later = plain((await admin.get('/dashboard/live')).text)
  assert.match(later, /A webhook is switched off/)
  assert.doesNotMatch(later, /is held/)
})

test('a developer sees no live figures; a reader sees the tasks all the same', async () => {
  const developer = await signInAt(url, 'developer@demo.test')
  assert.deepEqual(
    [(await developer.get('/dashboard/live')).status, (await developer.get('/dashboard/test')).status],
    [403, 200],
  )
  await api.shop.authorizedPayment('99.00')
  const analyst = await signInAt(url, 'analyst@demo.test')
  assert.match(plain(await homeOf(analyst)), /Payments to capture AED 99\.00 in all/)
})

test('tasks are capped, and the page says so', async () => {
  const { admin, test: shop, id } = await newOwnMerchant(api)
  const one = await shop.authorizedPayment('1.00')
  const columns = await service.database.query(`select column_name as name from information_schema.columns
    where table_name = 'payments' and is_generated = 'NEVER' and column_name <> 'id'`)
  const names = columns.map(({ name }) => name).join(', ')
  await service.database.query(`insert into payments (id, ${names})
    select gen_random_uuid(), ${names} from payments, generate_series(1, 2100) where merchant_id = '${id}' and id = '${one}'`)
  const text = plain(await homeOf(admin))
  assert.match(text, /AED 2,000\.00 in all/)
  assert.match(text, /2,000 or more/)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { fieldsIn } from './fields-in.ts'

let service: TestService
let shop: DisputeShop
let agent: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
})
after(() => service.close())

async function storeOf(merchant: string): Promise<Record<string, unknown>> {
  const [store] = await service.database.query(
    `select * from stores where merchant_id = '${merchant}' order by created_at limit 1`,
  )
  return store ?? assert.fail('no store')
}

test('merchants are found by the beginning of the name and by id, in order and paged', async () => {
  const rowsIn = (text: string) => [...text.matchAll(/class="row-link"><span><bdi>([^<]*)/g)].map(([, name]) => name)
  assert.deepEqual(rowsIn((await agent.get('/support/merchants?q=DEMO')).text), ['Demo KSA', 'Demo UAE'])
  assert.deepEqual(rowsIn((await agent.get(`/support/merchants?q=${shop.merchantId}`)).text), ['Shop'])
  assert.match((await agent.get('/support/merchants?q=nobody')).text, /No merchant is called so/)
  for (let n = 0; n < 55; n += 1)
    await service.database.query(
      `insert into merchants (merchant_id, name, region, created_at, origin) values (gen_random_uuid(), 'Many', 'uae', now(), 'operator')`,
    )
  const first = (await agent.get('/support/merchants?q=many')).text
  const next = /href="([^"]*after=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail('no next page')
  assert.deepEqual([rowsIn(first).length, rowsIn((await agent.get(next)).text).length], [50, 5])
})

test('a merchant is made with its first store, and support does not see its keys', async () => {
  await agent.get('/support/merchants')
  const missing = await agent.send('/support/merchants', { name: ' ', merchant_code: 'X', country: 'KW' })
  assert.equal(missing.status, 422)
  const made = await agent.send('/support/merchants', { name: 'Linen & Co', merchant_code: 'KW1', country: 'KW' })
  assert.match(made.location, /^\/support\/merchants\/[0-9a-f-]{36}\?done=made$/)
  const page = await agent.get(made.location)
  assert.match(page.text, /Linen &amp; Co/)
  assert.doesNotMatch(page.text, /[sp]k_(test_)?[0-9a-f]{8}-/)
  const id = made.location.split('/')[3]?.split('?')[0] ?? ''
  const again = await agent.send(`/support/merchants/${id}/stores`, { merchant_code: 'kw1', country: 'AE' })
  assert.equal(again.status, 422)
  assert.equal(
    (await agent.send(`/support/merchants/${id}/stores`, { merchant_code: 'SA', country: 'SA' })).status,
    422,
  )
  assert.equal(
    (await agent.send(`/support/merchants/${id}/stores`, { merchant_code: 'AE', country: 'AE' })).status,
    303,
  )
  const stores = await service.database.query(
    `select merchant_code from stores where merchant_id = '${id}' order by created_at, merchant_code`,
  )
  assert.deepEqual(stores.map(({ merchant_code }) => merchant_code).sort(), ['AE', 'KW1'])
})

test('the form of a new merchant makes one merchant, however often it is sent', async () => {
  const { text } = await agent.get('/support/merchants')
  const merchant = /name="merchant" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text)
  const fields = { merchant, name: 'Pressed twice', merchant_code: 'T', country: 'AE' }
  const answers = await Promise.all([1, 2].map(() => agent.send('/support/merchants', fields)))
  const again = await agent.send('/support/merchants', fields)
  for (const { location } of [...answers, again]) assert.equal(location, answers[0]?.location)
  const made = await service.database.query(`select merchant_id from merchants where name = 'Pressed twice'`)
  assert.equal(made.length, 1)
  const written = await service.database.query(
    `select from activities where what = 'make_merchant' and on_id = '${made[0]?.['merchant_id']}'`,
  )
  assert.equal(written.length, 1)
})

test('the same form with other values makes no merchant and names the first one; the next press makes another', async () => {
  const { text } = await agent.get('/support/merchants')
  const merchant = /name="merchant" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text)
  const fields = { merchant, name: 'First of two', merchant_code: 'T', country: 'AE' }
  const first = await agent.send('/support/merchants', fields)
  for (const other of [{ name: 'Second of two' }, { merchant_code: 'U' }, { country: 'KW' }]) {
    const changed = await agent.send('/support/merchants', { ...fields, ...other })
    assert.equal(changed.status, 409)
    assert.match(changed.text, /Nothing was made: this form has made the merchant .*First of two/)
    assert.ok(changed.text.includes(`href="${first.location.split('?')[0]}"`))
    const next = /name="merchant" value="([^"]+)"/.exec(changed.text)?.[1]
    assert.notEqual(next, merchant)
  }
  const taken = await agent.send('/support/merchants', { ...fields, merchant: shop.merchantId })
  assert.equal(taken.status, 409)
  const made = await service.database.query(`select from merchants where name in ('First of two', 'Second of two')`)
  assert.equal(made.length, 1)
})

test('a merchant with the id that stands for all merchants cannot be made', async () => {
  await agent.get('/support/merchants')
  const nil = '00000000-0000-0000-0000-000000000000'
  const fields = { merchant: nil, name: 'Everybody', merchant_code: 'T', country: 'AE' }
  const { location } = await agent.send('/support/merchants', fields)
  assert.match(location, /^\/support\/merchants\/(?!0{8})[0-9a-f-]{36}\?done=made$/)
  assert.deepEqual(await service.database.query(`select from merchants where merchant_id = '${nil}'`), [])
})

test("a store's settings and fees are changed by form and apply to the next capture", async () => {
  const { id: storeId } = await storeOf(shop.merchantId)
  const action = `/support/merchants/${shop.merchantId}/stores/${storeId}`
  const fields = fieldsIn((await agent.get(`/support/merchants/${shop.merchantId}`)).text, action)
  assert.equal((await agent.send(action, fields)).status, 303)
  const wrong = await agent.send(action, { ...fields, fee_percent: '101' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Nothing was saved/)
  assert.equal((await agent.send(action, { ...fields, smallest_order: '60000' })).status, 422)
  const changed = {
    ...fields,
    fee_percent: '5.00',
    fee_fixed: '1',
    fee_vat_percent: '٥',
    auto_capture: '',
    checkout: 'lenient',
  }
  assert.equal((await agent.send(action, changed)).status, 303)
  const stale = await agent.send(action, { ...fields, fee_percent: '9.00' })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /somebody has changed this/)
  assert.equal(fieldsIn(stale.text, action)['fee_percent'], '5.00')
  const store = await storeOf(shop.merchantId)
  const { fee_percent, fee_fixed_minor, fee_vat_percent, auto_capture_seconds, checkout } = store
  assert.deepEqual(
    [fee_percent, String(fee_fixed_minor), fee_vat_percent, auto_capture_seconds, checkout],
    [500, '100', 500, null, 'lenient'],
  )
  const [written] = await service.database.query(
    `select details from activities where what = 'change_store' order by id desc limit 1`,
  )
  assert.deepEqual(Object.keys(written?.['details'] as object).sort(), [
    ...['auto_capture', 'checkout', 'fee_fixed', 'fee_percent', 'fee_vat_percent', 'merchant_code'],
  ])
})

test('a setting that is not in whole minutes or days stays unless its field changes', async () => {
  const { id } = await storeOf(shop.merchantId)
  await service.database.query(
    `update stores set session_seconds = 100, auto_capture_seconds = 12345 where id = '${id}'`,
  )
  const action = `/support/merchants/${shop.merchantId}/stores/${id}`
  const fields = fieldsIn((await agent.get(`/support/merchants/${shop.merchantId}`)).text, action)
  assert.equal((await agent.send(action, { ...fields, largest_order: '4000' })).status, 303)
  const { session_seconds, auto_capture_seconds } = await storeOf(shop.merchantId)
  assert.deepEqual([session_seconds, auto_capture_seconds], [100, 12345])
})

test("risk rules of each mode are changed, and the merchant's blocks stay", async () => {
  succeed(await shop.call('PUT', '/sandbox/risk', { blocked: [{ email: 'x@y.example' }] }))
  const action = `/support/merchants/${shop.merchantId}/risk`
  const before = await agent.get(`/support/merchants/${shop.merchantId}`)
  assert.match(before.text, /AED\s[\d,]+\.00 \(inherited from the market\)/)
  assert.match(before.text, /No limit \(inherited from the service\)/)
  const expectedIn = (text: string): string =>
    /name="mode" value="live" ?\/?><input[^>]* value="([^"]*)"/.exec(text)?.[1] ?? ''
  const expected = expectedIn((await agent.get(`/support/merchants/${shop.merchantId}`)).text)
  const rules = {
    mode: 'live',
    seen: expected,
    max_open_exposure: '100',
    max_orders_per_day: '2',
    refuse_overdue: 'on',
  }
  assert.equal((await agent.send(action, rules)).status, 303)
  const shown = await agent.get(`/support/merchants/${shop.merchantId}`)
  assert.match(shown.text, /AED\s100\.00 \(set for this merchant\)/)
  const { body } = succeed(await shop.call('GET', '/sandbox/risk'))
  assert.deepEqual(body, {
    rules: { max_open_exposure: '100.00', max_orders_per_day: 2, refuse_overdue: true },
    blocked: [{ email: 'x@y.example' }],
  })
  assert.equal((await agent.send(action, { ...rules, max_orders_per_day: 'many' })).status, 422)
  const stale = await agent.send(action, { mode: 'live', seen: expected, refuse_overdue: '' })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /somebody has changed this/)
  assert.equal(succeed(await shop.call('GET', '/sandbox/risk')).body.rules.max_open_exposure, '100.00')
  const now = expectedIn(stale.text)
  assert.equal((await agent.send(action, { mode: 'live', seen: now, refuse_overdue: '' })).status, 303)
  assert.equal(succeed(await shop.call('GET', '/sandbox/risk')).body.rules.max_open_exposure, null)
})

test("a merchant's people are listed with their roles", async () => {
  const page = await agent.get(`/support/merchants/${shop.merchantId}`)
  const [admin] = await service.database.query(
    `select email from persons join memberships on person_id = id where memberships.merchant_id = '${shop.merchantId}'`,
  )
  assert.ok(page.text.includes(String(admin?.['email'])))
  assert.match(page.text, /Admin/)
})

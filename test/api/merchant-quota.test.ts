import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import type { NewMerchant, OpenedMerchant } from '../../src/platform/merchants/open-merchant.ts'
import { makeMerchant, removeRetiredMerchants } from '../../src/rehearsal/sandbox/sandbox-merchants.ts'
import { succeed } from '../../testkit/client.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

// The quota of merchants that anyone can make in a sandbox. Small here; ten thousand by default.
const most = 7
let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

const request: NewMerchant = {
  name: 'S',
  region: 'uae',
  stores: [{ merchantCode: 'demo_ae', country: 'AE', checkout: 'strict' }],
}

async function make(): Promise<OpenedMerchant> {
  service.clock.advance(1)
  return makeMerchant(service.app, request, most)
}

const shopOf = ({ keys }: OpenedMerchant): Shop => openShop(service.urls.uae, keys.test.secret)
const works = async (merchant: OpenedMerchant): Promise<boolean> =>
  (await shopOf(merchant).call('GET', '/api/v2/payments')).status === 200

async function count(): Promise<number> {
  const rows = await service.database.query(`select merchant_id from merchants where origin = 'sandbox'`)
  return rows.length
}

test('the oldest unused merchants go when more are made, and what is used stays', async () => {
  const uses: ((shop: Shop) => Promise<unknown>)[] = [
    (shop) => shop.createdPayment(),
    (shop) => shop.call('POST', '/api/v1/webhooks', { url: 'https://shop.example/hook' }),
    (shop) => shop.call('POST', '/sandbox/clock', { advance: 'PT1H' }),
    (shop) => shop.call('PUT', '/sandbox/risk', { rules: { refuse_overdue: true } }),
  ]
  const used: OpenedMerchant[] = []
  for (const use of uses) {
    const merchant = await make()
    await use(shopOf(merchant))
    used.push(merchant)
  }
  const unused = [await make(), await make(), await make()]
  const anew = await make()
  const [first, ...rest] = await Promise.all(unused.map(works))
  assert.deepEqual([first, rest], [false, [true, true]])
  assert.deepEqual(await Promise.all([...used, anew].map(works)), [true, true, true, true, true])
  // It is removed, with keys and stores, when no request of it can still be running.
  assert.equal(await removeRetiredMerchants(service.app), 0)
  assert.equal(await count(), most + 1)
  service.clock.advance(6 * minute)
  assert.equal(await removeRetiredMerchants(service.app), 1)
  assert.equal(await count(), most)
  const id = unused[0]?.merchant.merchantId
  for (const table of ['merchants', 'stores', 'keys']) {
    assert.deepEqual(await service.database.query(`select 1 from ${table} where merchant_id = '${id}'`), [])
  }
  assert.ok((await openShop(service.urls.uae, demoKey(1)).call('GET', '/api/v2/payments')).status === 200)
})

test('what a merchant is made with is no use of it, and goes with it', async () => {
  const stores = [{ merchant_code: 'demo_ae', country: 'AE', webhook_url: 'https://shop.example/hook', signing: true }]
  const body = { name: 'S', region: 'uae', stores }
  const keyless = openShop(service.urls.uae, '')
  const made: { secret: string; webhook: string }[] = []
  for (let count = 0; count < most; count += 1) {
    service.clock.advance(1)
    const { keys, stores } = succeed(await keyless.call('POST', '/sandbox/merchants', body)).body
    made.push({ secret: keys.test.secret, webhook: stores[0].webhook_id })
  }
  const shopOfMade = (index: number): Shop => openShop(service.urls.uae, made[index]?.secret ?? '')
  const [unused, signing, replacing] = [shopOfMade(0), shopOfMade(1), shopOfMade(2)]
  succeed(await signing.call('POST', '/sandbox/signing', { merchant_code: 'demo_ae' }))
  const address = { url: 'https://shop.example/other', is_test: true }
  succeed(await replacing.call('PUT', `/api/v1/webhooks/${made[2]?.webhook}`, address))
  // Each new merchant replaces an unused one.
  for (let count = 0; count < most - 2; count += 1) await make()
  const statuses = await Promise.all(
    [unused, signing, replacing].map(async (shop) => (await shop.call('GET', '/api/v2/payments')).status),
  )
  assert.deepEqual(statuses, [401, 200, 200])
  service.clock.advance(6 * minute)
  assert.equal(await removeRetiredMerchants(service.app), most - 2)
  for (const table of ['webhooks', 'signing_secrets', 'sandbox_webhooks']) {
    const [left] = await service.database.query(`select count(distinct merchant_id)::int as merchants from ${table}`)
    assert.deepEqual(left, { merchants: 2 }, table)
  }
})

test('a merchant that is used just as it goes is not removed', async () => {
  const merchants: OpenedMerchant[] = []
  for (let made = 0; made < most; made += 1) merchants.push(await make())
  const [oldest] = merchants
  assert.ok(oldest !== undefined)
  await make()
  assert.equal(await works(oldest), false)
  // A request that began before its key was revoked may still write.
  await service.database.query(
    `insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, created_at)
     select merchant_id, gen_random_uuid(), 'payment', id, true, 'u', 'u', created_at from stores
     where merchant_id = '${oldest.merchant.merchantId}'`,
  )
  service.clock.advance(6 * minute)
  assert.equal(await removeRetiredMerchants(service.app), 0)
})

test('if all merchants are used, another one is refused with 429 and nothing of it is stored', async () => {
  for (let made = 0; made < most; made += 1) await shopOf(await make()).createdPayment()
  await assert.rejects(make(), { kind: 'too_many_requests' })
  assert.equal(await count(), most)
})

test('however many are made at once, no more than that many have keys', async () => {
  await Promise.all(Array.from({ length: 24 }, () => makeMerchant(service.app, request, most)))
  const rows = await service.database.query(
    `select merchant_id from merchants where origin = 'sandbox' and retired_at is null`,
  )
  assert.equal(rows.length, most)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { MerchantId } from '../../src/platform/base/ids.ts'
import { addStore } from '../../src/platform/merchants/stores/add-store.ts'
import type { Answer } from '../../testkit/client.ts'
import type { Receiver } from '../../testkit/receiver.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'

// Webhooks for all stores (docs/contract/notifications.md#all-stores).

let notifying: NotifyingService
let receiver: Receiver
before(async () => {
  notifying = await openNotifyingService({ workers: true })
  ;({ receiver } = notifying)
})
after(() => notifying.close())

const path = '/api/v1/webhooks'

/** A new merchant with the stores `one` (the default) and `two`. */
async function newShops() {
  const url = notifying.service.urls.uae
  const stores = ['one', 'two'].map((merchant_code) => ({ merchant_code, country: 'AE' }))
  const body = { name: 'Shop', region: 'uae', stores }
  const made = (await openShop(url, '').call('POST', '/sandbox/merchants', body)).body
  const { secret } = made.keys.test
  const at = (merchantCode: string): Shop => openShop(url, secret, { merchantCode })
  return {
    id: made.merchant.id as MerchantId,
    one: at('one'),
    two: at('two'),
    at,
    url: `http://shop.test/${made.merchant.id}`,
  }
}

const of = (code: string) => ({ 'x-merchant-code': code })
const urlsOf = ({ body }: Answer): string[] => body.map(({ url }: { url: string }) => url)

async function register(shop: Shop, url: string, code?: string): Promise<string> {
  const answer = await shop.call('POST', path, { url }, code === undefined ? {} : of(code))
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}

/** Authorizes a payment of each shop, and returns the paths at which each was announced, sorted. */
async function announcedAt(shops: readonly Shop[], count: number): Promise<readonly (readonly string[])[]> {
  const ids: string[] = []
  for (const shop of shops) ids.push(await shop.authorizedPayment('10.00'))
  const arrived = await receiver.waitFor(count, ({ body }) => ids.includes(body.id))
  return ids.map((id) =>
    arrived
      .filter(({ body }) => body.id === id)
      .map(({ path: at }) => at)
      .toSorted(),
  )
}

test('without a merchant code a webhook is for all stores, and for one that is added later', async () => {
  const { id, one, two, at, url } = await newShops()
  await register(one, url)
  await addStore(notifying.service.app, id, { merchantCode: 'three', country: 'AE', checkout: 'strict' })
  const { pathname } = new URL(url)
  assert.deepEqual(await announcedAt([one, two, at('three')], 3), [[pathname], [pathname], [pathname]])
})

test('a store with the same address of its own is notified once, and other webhooks of its own as well', async () => {
  const { one, two, url } = await newShops()
  await register(one, url)
  await register(one, url, 'one')
  await register(one, `${url}/two`, 'two')
  const { pathname } = new URL(url)
  assert.deepEqual(await announcedAt([one, two], 3), [[pathname], [pathname, `${pathname}/two`]])
})

test('lists show one set each, and each store finds a webhook for all stores by its id', async () => {
  const { one, url } = await newShops()
  const [all, first, second] = [
    await register(one, url),
    await register(one, url, 'one'),
    await register(one, url, 'two'),
  ]
  const list = async (headers = {}) => (await one.call('GET', path, undefined, headers)).body
  const ids = (webhooks: { id: string }[]) => webhooks.map(({ id }) => id)
  assert.deepEqual(
    [ids(await list()), ids(await list(of('one'))), ids(await list(of('two')))],
    [[all], [first], [second]],
  )
  const statusOf = async (id: string, headers = {}) =>
    (await one.call('GET', `${path}/${id}`, undefined, headers)).status
  for (const headers of [{}, of('one'), of('TWO')]) assert.equal(await statusOf(all, headers), 200)
  assert.deepEqual([await statusOf(first), await statusOf(second), await statusOf(second, of('two'))], [200, 404, 200])
  const replaced = await one.call('PUT', `${path}/${all}`, { url: `${url}/new` }, of('two'))
  assert.equal(replaced.body.url, `${url}/new`, replaced.text)
  assert.equal((await one.call('PUT', `${path}/${all}`, { url }, of('one'))).status, 200)
  assert.equal((await one.call('DELETE', `${path}/${all}`, undefined, of('two'))).status, 200)
  assert.deepEqual(await list(), [])
})

test('the limit of four holds for all stores apart, also with calls at once', async () => {
  const { one, url } = await newShops()
  await register(one, url, 'one')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => one.call('POST', path, { url: `${url}/${index}` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 400, 400, 400, 400])
  assert.equal((await one.call('POST', path, { url: `${url}/x` })).body.error, 'max number of webhooks reached')
  const [again] = await Promise.all([one.call('GET', path), register(one, `${url}/y`, 'two')])
  const twice = await one.call('PUT', `${path}/${again.body[0].id}`, { url: urlsOf(again)[1] })
  assert.equal(twice.body.error, 'webhook already exists')
})

test('with one store the merchant code makes no difference', async () => {
  const { shop, webhookId } = await notifying.newShop()
  const read = await shop.call('GET', `${path}/${webhookId}`, undefined, of('demo_ae'))
  assert.equal(read.status, 200)
  assert.equal((await shop.call('GET', path, undefined, of('demo_ae'))).body.length, 1)
  const merchant = await notifying.service.database.query(`select store_id from webhooks where id = '${webhookId}'`)
  assert.notEqual((merchant[0] as { store_id: string | null }).store_id, null)
})

test('another merchant finds no webhook for all stores', async () => {
  const [{ one, url }, stranger] = [await newShops(), await newShops()]
  const all = await register(one, url)
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const answer = await stranger.one.call(method, `${path}/${all}`, method === 'PUT' ? { url } : undefined)
    assert.equal(answer.status, 404, method)
  }
  assert.deepEqual((await stranger.one.call('GET', path)).body, [])
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { makeLink } from '../../src/money/checkout/links/make-link.ts'
import { readCheckout } from '../../src/money/checkout/sessions/read-checkout.ts'
import { day } from '../../src/platform/base/times.ts'
import { serviceActor } from '../../src/platform/merchants/caller.ts'
import { changeLogo } from '../../src/platform/merchants/stores/change-logo.ts'
import { listStores } from '../../src/platform/merchants/stores/stores.ts'
import type { Mode } from '../../src/platform/people/roles.ts'
import { registerWebhook } from '../../src/platform/webhooks/endpoints/register-webhook.ts'
import { addReplay } from '../../testkit/add-replay.ts'
import { succeed } from '../../testkit/client.ts'
import { orderWithoutReference } from '../../testkit/flawed-order.ts'
import { demoKey, type Shop } from '../../testkit/shop.ts'
import { smallPng } from '../../testkit/uploads.ts'
import type { TestApi } from '../support/api.ts'
import { get } from '../support/settlements.ts'

/** The ids in the path of a page. */
export type ObjectIds = Readonly<Record<string, string>> & { readonly id: string }

export type Objects = Readonly<Record<Mode, Readonly<Record<string, ObjectIds>>>>

const sara = { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001', dob: '1990-04-17' }

/**
 * One object of each kind of Demo UAE in each mode, with this buyer, by the first part of its pages' addresses. Two
 * days pass.
 */
export async function objectsOf(api: TestApi, buyer = sara): Promise<Objects> {
  const shops = {
    test: api.open(demoKey(1, 'sk_test_'), { merchantCode: 'demo_ae' }),
    live: api.open(demoKey(1, 'sk_'), { merchantCode: 'demo_ae' }),
  }
  for (const shop of Object.values(shops)) await buyFrom(shop, buyer)
  api.service.clock.advance(2 * day)
  const dispute = await openDispute(shops.live, buyer)
  await giveLogo(api)
  const of = async (mode: Mode) => {
    const shop = shops[mode]
    const { settlements } = await get(shop, '/api/v1/settlements')
    const { payouts } = await get(shop, '/api/v1/payouts')
    assert.deepEqual([settlements.length, payouts.length], [1, 1])
    const webhook = await addWebhook(api, mode)
    const payment = await buyFrom(shop, buyer)
    const event = await findId(api, `select id from notifications where payment_id = '${payment}'`)
    const replay = await addReplay(api.service.database.query, webhook, mode === 'test')
    const call = `select request_id as id from journal_entries where kind = 'request' and is_test = ${mode === 'test'}`
    const key = `select id from keys where last_four = '1111' and kind = 'secret' and is_test = ${mode === 'test'}`
    return {
      payments: { id: payment },
      // Live mode has no other objects.
      disputes: { id: mode === 'live' ? dispute : randomUUID() },
      settlements: { id: settlements[0].id },
      payouts: { id: payouts[0].id },
      links: { id: await addLink(api, mode, buyer) },
      webhooks: { id: webhook, event, replay },
      keys: { id: await findId(api, key) },
      developers: { id: await findId(api, call), run: await rehearse(shop) },
    }
  }
  return { test: await of('test'), live: await of('live') }
}

async function giveLogo({ service }: TestApi): Promise<void> {
  const [found] = await service.database.query(`select merchant_id from stores where merchant_code = 'demo_ae'`)
  const logo = { contentType: 'image/png', body: smallPng } as const
  await changeLogo(service.app, String(found?.['merchant_id']), 'demo_ae', logo)
}

/** The id of a captured payment. */
async function buyFrom(shop: Shop, buyer: typeof sara): Promise<string> {
  const { id } = succeed(await shop.checkout('340.00', { buyer })).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' }))
  return id
}

async function openDispute(shop: Shop, buyer: typeof sara): Promise<string> {
  const payment_id = await buyFrom(shop, buyer)
  const opened = { payment_id, reason: 'not_delivered', comment: `It never came. ${buyer.name}` }
  return succeed(await shop.call('POST', '/sandbox/disputes', opened)).body.dispute.id
}

/** The id of a finished rehearsal with one finding: a capture without a reference. */
async function rehearse(shop: Shop): Promise<string> {
  const scenarios = ['plain', 'duplicate']
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate', { scenarios })).body.certificate
  await orderWithoutReference(shop)
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
  return id
}

async function findId({ service }: TestApi, sql: string): Promise<string> {
  const [row] = await service.database.query(sql)
  return String(row?.['id'])
}

async function addLink({ service }: TestApi, mode: Mode, { name, email, phone }: typeof sara): Promise<string> {
  const { app, database } = service
  const [found] = await database.query(`select merchant_id from stores where merchant_code = 'demo_ae'`)
  const merchantId = String(found?.['merchant_id'])
  const [store = assert.fail('Demo UAE has no store')] = await listStores(app, merchantId)
  const id = randomUUID()
  const checkout = { payment: { amount: '340.00', currency: 'AED', buyer: { name, email, phone } }, lang: 'en' }
  const request = readCheckout({ ...checkout, merchant_code: 'demo_ae' }, { ...store, checkout: 'lenient' })
  await makeLink(app, serviceActor(merchantId, mode === 'test', 0), store, request, {
    id,
    endsAt: app.clock.now() + 7 * day,
  })
  return id
}

// An address that does not resolve: this test does not check it.
async function addWebhook({ service }: TestApi, mode: Mode): Promise<string> {
  const [store] = await service.database.query(`select merchant_id, id from stores where merchant_code = 'demo_ae'`)
  const [merchantId, storeId] = [String(store?.['merchant_id']), String(store?.['id'])]
  const url = 'https://hooks.shop.example/qist'
  const address = { url, normalisedUrl: url, hostname: 'hooks.shop.example', isNamed: false }
  const set = { merchantId, storeId, isTest: mode === 'test', family: 'payment' } as const
  return (await registerWebhook(service.app, set, { address, header: { title: 'X-Shop-Auth', value: 'secret-1234' } }))
    .id
}

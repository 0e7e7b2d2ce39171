import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listBackOfficeRoutes } from '../../testkit/back-office-routes.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openTestApi } from '../support/api.ts'
import { objectsOf } from './objects.ts'
import { newOwnMerchant } from './own-merchant.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const url = service.urls.uae
const objects = await objectsOf(api)
const [demo] = await service.database.query(`select merchant_id from stores where merchant_code = 'demo_ae'`)
const merchantId = String(demo?.['merchant_id'])

test('a reader is offered no downloads', async () => {
  const agent = await signInAt(url, 'agent@support.test', 'support')
  await agent.get(`/support/merchants/${merchantId}`)
  await agent.send(`/support/merchants/${merchantId}/look`, { reason: 'Ticket 9' })
  const operator = await signInAt(url, 'operator@demo.test')
  const file = /Export CSV|\/lines\.csv|\/json"|\/qr\.png/
  let offered = 0
  for (const { path } of await listBackOfficeRoutes(service.app, 'dashboard')) {
    const [, , mode = '', kind = ''] = path.split('/')
    if (mode !== 'test' && mode !== 'live') continue
    const address = path.replace(/:(\w+)/g, (_, name) => objects[mode][kind]?.[name] ?? assert.fail(path))
    const { status, text } = await agent.get(
      address.replace('/dashboard', `/support/merchants/${merchantId}/dashboard`),
    )
    if (status !== 200) continue
    assert.doesNotMatch(text, file, address)
    if (file.test((await operator.get(address)).text)) offered += 1
  }
  assert.ok(offered > 8, String(offered))
})

test("path and query of a webhook's address are shown only to people who may change it", async () => {
  const [{ id } = assert.fail()] = await service.database.query(
    `insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, created_at, failing_since)
     select merchant_id, gen_random_uuid(), 'payment', id, true, 'https://s.shop.example/hook?secret=77', 'https://s.shop.example/hook?secret=77', now(), now()
     from stores where merchant_code = 'demo_ae' returning id`,
  )
  const pages = ['', '/webhooks', `/webhooks/${id}`].map((path) => `/dashboard/test${path}`)
  for (const email of ['operator@demo.test', 'analyst@demo.test', 'admin@demo.test']) {
    const visitor = await signInAt(url, email)
    const texts = await Promise.all(pages.map(async (page) => (await visitor.get(page)).text))
    for (const text of texts) assert.match(text, /s\.shop\.example/)
    const secrets = texts.map((text) => text.includes('secret=77'))
    assert.deepEqual(secrets, email.startsWith('admin') ? [false, true, true] : [false, false, false], email)
  }
})

test('stores with equal names are distinguished by their codes in every choice', async () => {
  const own = await newOwnMerchant(api)
  await service.database.query(`update stores set name = 'Lamps' where merchant_id = '${own.id}'`)
  await own.test.authorizedPayment('10.00')
  for (const page of ['payments', 'links/new', 'webhooks/new']) {
    const { text } = await own.admin.get(`/dashboard/test/${page}`)
    for (const code of ['main', 'kuwait']) assert.ok(text.includes(`\u2068Lamps (${code})\u2069`), `${page} ${code}`)
  }
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { sendParts } from './send-parts.ts'

let service: TestService
let admin: BackOfficeVisitor
const path = '/dashboard/test/settings'

before(async () => {
  service = await startTestService()
  admin = await signInAt(service.urls.uae, 'admin@demo.test')
})
after(() => service.close())

const send = (visitor: BackOfficeVisitor, content: Buffer, store = 'demo_ae', token?: string) => {
  const values = [['store', store] as const, ['logo', { name: 'logo.png', content }] as const]
  return sendParts(service.urls.uae, visitor, `${path}/logo`, values, token)
}
const logoIn = (page: string): string | undefined => /src="(\/logos\/[^"]+)"/.exec(page)?.[1]

test("a store's logo is shown on the payment page and in its session, until it is removed", async () => {
  assert.equal(logoIn((await admin.get(path)).text), undefined)
  const sent = await send(admin, smallPng)
  assert.deepEqual([sent.status, sent.location], [303, `${path}?store=demo_ae&done=logo`])
  const address = logoIn((await admin.get(path)).text) ?? assert.fail()
  const picture = await fetch(service.urls.uae + address)
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), smallPng)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.match(picture.headers.get('cache-control') ?? '', /immutable/)
  assert.match(picture.headers.get('content-security-policy') ?? '', /sandbox/)
  const shop = openShop(service.urls.uae, demoKey(1))
  const { body } = await shop.checkout('340.00')
  assert.equal(body.merchant.logo, service.urls.uae + address)
  const read = await shop.call('GET', `/api/v2/checkout/${body.id}`)
  assert.equal(read.body.merchant.logo, service.urls.uae + address)
  const page = await fetch(body.configuration.available_products.installments[0].web_url)
  assert.equal(logoIn(await page.text()), address)
  const other = openShop(service.urls.uae, demoKey(1), { merchantCode: 'demo_kw', currency: 'KWD' })
  assert.equal((await other.checkout('34.000')).body.merchant.logo, '')

  const removed = await admin.send(`${path}/logo/remove`, { store: 'demo_ae' })
  assert.equal(removed.location, `${path}?store=demo_ae&done=no-logo`)
  assert.equal((await fetch(service.urls.uae + address)).status, 404)
  assert.equal((await shop.call('GET', `/api/v2/checkout/${body.id}`)).body.merchant.logo, '')
})

test('logo: no picture, no file or a file that is too large is an error at the field and changes nothing', async () => {
  for (const [body, message] of [
    [Buffer.alloc(0), /Choose a picture/],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /neither PNG nor JPEG/],
    [Buffer.from('%PDF-1.7'), /neither PNG nor JPEG/],
    [Buffer.concat([smallPng, Buffer.alloc(100 * 1024)]), /too large/],
  ] as const) {
    const sent = await send(admin, body)
    assert.equal(sent.status, 422)
    assert.match(sent.text, message)
  }
  const stores = await service.database.query("select logo from stores where merchant_code = 'demo_ae'")
  assert.deepEqual(stores, [{ logo: null }])
  assert.deepEqual(await service.database.query('select from store_logos'), [])
})

test('logo: accepted up to the size limit; of several files the first is used', async () => {
  const largest = Buffer.concat([smallPng, Buffer.alloc(100 * 1024 - smallPng.length)])
  const values = [['store', 'demo_ae'] as const, ['logo', { name: 'a.png', content: largest }] as const]
  const both = [...values, ['logo', { name: 'b.png', content: smallPng }] as const]
  assert.equal((await sendParts(service.urls.uae, admin, `${path}/logo`, both)).status, 303)
  const [kept] = await service.database.query('select length(body) as bytes from store_logos')
  assert.equal(kept?.['bytes'], 100 * 1024)
  assert.equal((await admin.send(`${path}/logo/remove`, { store: 'demo_ae' })).status, 303)
})

test("logo: refused for another merchant's store and for a role that may only read", async () => {
  assert.equal((await send(admin, smallPng, 'other_ae')).status, 404)
  const analyst = await signInAt(service.urls.uae, 'analyst@demo.test')
  assert.equal((await send(analyst, smallPng)).status, 403)
  assert.equal((await send(admin, smallPng, 'demo_ae', 'x')).status, 403)
  assert.deepEqual(await service.database.query('select from store_logos'), [])
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api

async function draw(id: string, baseUrl = shop.baseUrl) {
  const response = await fetch(`${baseUrl}/api/v2/checkout/${id}/hpp_link_qr`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  const body = headers.get('content-type')?.includes('json') ? JSON.parse(bytes.toString()) : undefined
  const answer = { status, headers, text: bytes.toString('latin1'), body }
  api.reference.conform('GET', `/api/v2/checkout/${id}/hpp_link_qr`, answer)
  return { ...answer, bytes }
}

test('an open session has a PNG without a key', async () => {
  const { id } = (await shop.checkout()).body
  const { status, headers, bytes } = await draw(id)
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10])
  assert.deepEqual(
    [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map((side) => side > 100),
    [true, true],
  )
})

test("the address in the session is the picture's address", async () => {
  const { id, configuration } = (await shop.checkout()).body
  const [plan] = configuration.available_products.installments
  assert.equal(plan.qr_code, `${shop.baseUrl}/api/v2/checkout/${id}/hpp_link_qr`)
})

test('an unknown, rejected or finished session, and one of another region, has no picture', async () => {
  assertRefused(await draw(nobody), 404, 'no such session')
  assertRefused(await draw((await shop.checkout('60000')).body.id), 404, 'no such session')
  for (const move of ['authorize', 'reject', 'cancel']) {
    const { id, payment } = (await shop.checkout()).body
    await shop.call('POST', `/sandbox/payments/${payment.id}/${move}`)
    assertRefused(await draw(id), 404, 'no such session')
  }
  const own = (await api.newMerchant()).test
  const { id } = (await own.checkout()).body
  assertRefused(await draw(id, api.service.urls.ksa), 404, 'no such session')
  api.service.clock.advance(20 * 60_000)
  assertRefused(await draw(id), 404, 'no such session')
})

test('an invalid id cannot be decoded', async () => {
  assertRefused(await draw('x'), 400, 'could not decode request')
})

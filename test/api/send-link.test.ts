import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoKey } from '../../testkit/shop.ts'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const send = (id: string, by = shop, body?: unknown) => by.call('POST', `/api/v2/checkout/${id}/send_hpp_link`, body)

test('the link is sent; in the sandbox to the log', async () => {
  const { id, configuration } = (await shop.checkout()).body
  const answer = await send(id)
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }])
  const { web_url } = configuration.available_products.installments[0]
  assert.ok(api.service.logged.some((line) => JSON.stringify(line).includes(JSON.stringify(web_url))))
  assert.ok(
    !api.service.logged.some((line) => JSON.stringify(line).includes('500000001')),
    'phones stay out of the log',
  )
})

for (const body of ['', 'null', '[]', '{']) {
  test(`the body ${JSON.stringify(body)} is ignored`, async () => {
    assert.equal((await send((await shop.checkout()).body.id, shop, body)).status, 200)
  })
}

test('a finished session has no link to send', async () => {
  const { id, payment } = (await shop.checkout()).body
  await shop.call('POST', `/sandbox/payments/${payment.id}/authorize`)
  assert.equal((await send(id)).status, 400)
})

test('a buyer without a phone cannot receive a link', async () => {
  const plugin = api.open(demoKey(1), { merchantCode: 'demo_plugin' })
  const { id } = (await plugin.checkout('5', { buyer: { email: 'a@b.example' } })).body
  assert.equal((await send(id)).status, 400)
})

const unreachable = {
  'a satellite network': '+8816123456789',
  'a premium service': '+8835100001234',
  'a country in which nobody shops': '+5355123456',
  'another one, with 00': '00447700900123',
  'no number at all': 'call me',
  'a number that is too short': '12',
}
for (const [name, phone] of Object.entries(unreachable)) {
  test(`no link is sent to ${name}`, async () => {
    const { id } = (await shop.checkout('5', { buyer: { name: 'A', email: 'a@b.example', phone } })).body
    assertRefused(await send(id), 400, "could not send link: no messages are sent to the buyer's phone")
    assert.deepEqual(await api.service.app.messengers.test.list(id), [])
  })
}

test('links go to phones of all six Gulf states, in any spelling', async () => {
  for (const phone of [
    '0500000001',
    '+966512345678',
    '0096551234567',
    '97366123456',
    '+974 3312 3456',
    '+968 9212 3456',
  ]) {
    const { id } = (await shop.checkout('5', { buyer: { name: 'A', email: 'a@b.example', phone } })).body
    assert.equal((await send(id)).status, 200, phone)
    const [message] = await api.service.app.messengers.test.list(id)
    assert.match(message?.to ?? '', /^\+(971|966|965|973|974|968)\d{8,9}$/)
  }
})

test('the countries of messages are a setting', async () => {
  const british = await openTestApi({ env: { MESSAGE_COUNTRIES: '44' } })
  try {
    const linkTo = async (phone: string): Promise<number> => {
      const { id } = (await british.shop.checkout('5', { buyer: { name: 'A', email: 'a@b.example', phone } })).body
      return (await send(id, british.shop)).status
    }
    assert.deepEqual([await linkTo('+447700900123'), await linkTo('+971500000001')], [200, 400])
  } finally {
    await british.close()
  }
})

test('the checks have the order of the contract, and public keys are refused', async () => {
  const one = await api.newMerchant()
  const { id } = (await one.test.checkout()).body
  assertRefused(await send('x', api.open(one.keys.test.public)), 401, 'invalid secret key')
  assertRefused(await send('x'), 400, 'could not decode request')
  assertRefused(await send(nobody), 404, 'no such session')
  assertRefused(await send(id, one.live), 404, 'no such session')
  assertRefused(await send(id), 404, 'no such session')
})

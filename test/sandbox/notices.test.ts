import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { isSignedBy, openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { assertRefused, assertWrong, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let receiver: Receiver
before(async () => {
  receiver = await openReceiver()
  api = await openTestApi({ workers: true, env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` } })
})
after(async () => {
  await receiver.close()
  await api.close()
})

const make = (...stores: object[]) =>
  api.open('').call('POST', '/sandbox/merchants', {
    name: 'Shop',
    region: 'uae',
    stores: stores.map((store, index) => ({ merchant_code: `s${index}`, country: 'AE', ...store })),
  })
const sentTo = (path: string) => receiver.waitFor(1, (one) => one.path === path)

test('a new store with a requested webhook is notified and signed for from its first payment', async () => {
  const made = succeed(
    await make({ webhook_url: 'http://shop.test/first', signing: true }, { signing: false }, {}),
  ).body
  const [first, ...others] = made.stores
  for (const store of others) assert.ok(!('webhook_id' in store || 'signing_secret' in store))
  const shop = api.open(made.keys.test.secret, { merchantCode: 's0' })
  const id = await shop.authorizedPayment('10.00')
  const [one] = await sentTo('/first')
  assert.equal(one?.body.id, id)
  assert.match(first.signing_secret, /^whsec_/)
  assert.ok(isSignedBy(one, first.signing_secret))
  const { body } = await shop.call('GET', `/api/v1/webhooks/${first.webhook_id}`)
  assert.deepEqual(body, { id: first.webhook_id, url: 'http://shop.test/first', is_test: true, header: null })
  const live = api.open(made.keys.live.secret, { merchantCode: 's0' })
  assert.deepEqual((await live.call('GET', '/api/v1/webhooks')).body, [])
})

test('an address that cannot be registered makes no merchant', async () => {
  const countMade = () => api.service.database.query('select count(*)::int as made from merchants')
  const before = await countMade()
  for (const webhook_url of ['http://shop.example/hook', 'https://127.0.0.1/hook', 'shop.test', '']) {
    assertRefused(await make({}, { webhook_url }), 400, 'invalid webhook url')
  }
  assertRefused(await make({ webhook_url: 7 }), 400, 'could not decode request')
  assertRefused(await make({ signing: 'yes' }), 400, 'could not decode request')
  assert.deepEqual(await countMade(), before)
})

test("a key reads its merchant's mode, region and stores", async () => {
  const { body } = await make({}, { country: 'KW', checkout: 'lenient' })
  const shop = api.open(body.keys.test.secret)
  const stores = [
    { merchant_code: 's0', country: 'AE', currency: 'AED', checkout: 'strict' },
    { merchant_code: 's1', country: 'KW', currency: 'KWD', checkout: 'lenient' },
  ]
  const own = { merchant_id: body.merchant.id, region: 'uae', is_test: true, stores }
  assert.deepEqual(succeed(await shop.call('GET', '/sandbox/merchant')).body, own)
  const live = await api.open(body.keys.live.secret).call('GET', '/sandbox/merchant')
  assert.deepEqual(live.body, { ...own, is_test: false })
  assertRefused(await api.open(body.keys.test.public).call('GET', '/sandbox/merchant'), 401, 'invalid secret key')
})

test('signing is turned on and its secret rotated; during the overlap both secrets sign', async () => {
  const made = succeed(await make({ webhook_url: 'http://shop.test/signed' }, {})).body
  const shop = api.open(made.keys.test.secret, { merchantCode: 's0' })
  const sign = async () => succeed(await shop.call('POST', '/sandbox/signing', { merchant_code: 'S0' })).body.secret
  const secrets = [await sign(), await sign()]
  await shop.authorizedPayment('10.00')
  const [one] = await sentTo('/signed')
  for (const secret of secrets) {
    assert.match(secret, /^whsec_/)
    assert.ok(isSignedBy(one, secret))
  }
  assert.notEqual(secrets[0], secrets[1])
})

test('signing for a store of another key is refused', async () => {
  const made = succeed(await make({})).body
  const shop = api.open(made.keys.test.secret)
  assertRefused(await shop.call('POST', '/sandbox/signing', { merchant_code: 'demo_ae' }), 401, 'merchant is null')
  assertWrong(await shop.call('POST', '/sandbox/signing', {}), '$.merchant_code required')
  assertRefused(await api.open('').call('POST', '/sandbox/signing', { merchant_code: 's0' }), 401, 'invalid secret key')
})

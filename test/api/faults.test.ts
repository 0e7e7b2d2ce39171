import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertNoRoute, assertRefused, nobody, openTestApi } from '../support/api.ts'
import { askForFault, listFaults } from '../support/faults.ts'

// Owner and lifetime of rules. For their members see fault-rules.test.ts, for their effects fault-kinds.test.ts.
const api = await openTestApi()
after(() => api.close())

const slow = { on: { operation: 'getPayment' }, do: { kind: 'slow', ms: 0 } }
type Shop = typeof api.shop
const read = (shop: Shop, id: string) => shop.call('GET', `/api/v2/payments/${id}`)

test('`on` and `do` are enough, and the answer has all members', async () => {
  const { test: shop } = await api.newMerchant()
  const answer = await askForFault(shop, { on: { operation: 'capturePayment' }, do: { kind: 'lost_answer' } })
  assert.equal(answer.status, 200, answer.text)
  const { id, ...rest } = answer.body.fault
  assert.deepEqual(rest, {
    on: { operation: 'capturePayment', payment_id: null },
    when: { per: 'call', skip: 0, times: 1, probability: 1 },
    do: { kind: 'lost_answer', how: 'reset' },
    seed: 0,
    until: 'PT1H',
    hits: 0,
  })
  assert.deepEqual(await listFaults(shop), [answer.body.fault])
  assert.equal(id, (await listFaults(shop))[0].id)
})

test('an answer can be sent again, by itself or within `fault`', async () => {
  const { test: shop } = await api.newMerchant()
  const first = (await askForFault(shop, { ...slow, when: { per: 'payment', times: 7 }, seed: -3, until: 'P1D' })).body
  for (const sent of [first, first.fault]) {
    const { id, ...rest } = (await askForFault(shop, sent)).body.fault
    assert.deepEqual({ ...rest, id: first.fault.id }, first.fault)
    assert.notEqual(id, first.fault.id)
  }
})

test('a body that is not JSON cannot be decoded', async () => {
  for (const body of ['', '{', 'null'])
    assertRefused(await askForFault(api.shop, body), 400, 'could not decode request')
})

test('a rule is replaced in its place with a new count, and removed', async () => {
  const { test: shop } = await api.newMerchant()
  const payment = await shop.createdPayment()
  const [first, second] = [(await askForFault(shop, slow)).body.fault, (await askForFault(shop, slow)).body.fault]
  await read(shop, payment)
  assert.deepEqual(
    (await listFaults(shop)).map(({ hits }: { hits: number }) => hits),
    [1, 0],
  )
  const replaced = await shop.call('PUT', `/sandbox/faults/${first.id}`, slow)
  assert.deepEqual(replaced.body.fault, first)
  await read(shop, payment)
  assert.deepEqual(
    (await listFaults(shop)).map(({ id, hits }: { id: string; hits: number }) => [id, hits]),
    [
      [first.id, 1],
      [second.id, 0],
    ],
  )
  const removed = await shop.call('DELETE', `/sandbox/faults/${first.id}`)
  assert.deepEqual([removed.status, removed.body], [200, { status: 'ok' }])
  await read(shop, payment)
  assert.deepEqual(
    (await listFaults(shop)).map(({ hits }: { hits: number }) => hits),
    [1],
  )
  await askForFault(shop, slow)
  assert.deepEqual((await shop.call('DELETE', '/sandbox/faults')).body, { status: 'ok' })
  assert.deepEqual(await listFaults(shop), [])
})

test('an id of another merchant, of the other mode, or without a rule is 404', async () => {
  const [own, other] = [await api.newMerchant(), await api.newMerchant()]
  const { id } = (await askForFault(own.test, slow)).body.fault
  const tries = [
    [other.test, id],
    [own.live, id],
    [own.test, nobody],
    [own.test, 'no-id'],
  ] as const
  for (const [shop, tried] of tries) {
    assertRefused(await shop.call('PUT', `/sandbox/faults/${tried}`, slow), 404, 'no such fault')
    assertRefused(await shop.call('DELETE', `/sandbox/faults/${tried}`), 404, 'no such fault')
  }
  await other.test.call('DELETE', '/sandbox/faults')
  await own.live.call('DELETE', '/sandbox/faults')
  assert.equal((await listFaults(own.test)).length, 1)
  assert.deepEqual([await listFaults(other.test), await listFaults(own.live)], [[], []])
})

test('a merchant has at most a hundred rules per mode, also concurrently; ended rules do not count', async () => {
  const own = await api.newMerchant()
  const answers = await Promise.all(
    Array.from({ length: 110 }, () => askForFault(own.test, { ...slow, until: 'PT1M' })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    [statuses.filter((status) => status === 200).length, (await listFaults(own.test)).length],
    [100, 100],
  )
  assertRefused(await askForFault(own.test, slow), 400, 'a merchant has at most 100 faults')
  assert.equal((await askForFault(own.live, slow)).status, 200)
  api.service.clock.advance(60_000)
  assert.equal((await askForFault(own.test, slow)).status, 200)
})

test("a rule ends by the system's clock, not by the merchant's", async () => {
  const { test: shop } = await api.newMerchant()
  const payment = await shop.createdPayment()
  await askForFault(shop, { ...slow, when: { times: 10 }, until: 'PT10M' })
  const { id } = (await askForFault(shop, { ...slow, when: { times: 10 } })).body.fault
  await shop.call('POST', '/sandbox/clock', { advance: 'PT20M' })
  const hits = async () => {
    await read(shop, payment)
    return (await listFaults(shop)).map((fault: { hits: number }) => fault.hits)
  }
  assert.deepEqual(await hits(), [1, 0])
  api.service.clock.advance(10 * 60_000)
  assert.deepEqual(await hits(), [1])
  api.service.clock.advance(50 * 60_000)
  assert.deepEqual(await hits(), [])
  assertRefused(await shop.call('PUT', `/sandbox/faults/${id}`, slow), 404, 'no such fault')
  assertRefused(await shop.call('DELETE', `/sandbox/faults/${id}`), 404, 'no such fault')
})

test('public keys are refused', async () => {
  const { keys } = await api.newMerchant()
  assertRefused(await askForFault(api.open(keys.test.public), slow), 401, 'invalid secret key')
})

test('production reads no rules', async () => {
  const production = await openTestApi({
    env: {
      QIST_MODE: 'production',
      DATABASE_URL: 'postgres://unused',
      SECRETS_KEY: 'a1b2'.repeat(16),
      SIGNING_KEY: 'c3d4'.repeat(16),
    },
  })
  try {
    // Any query for rules would fail.
    await production.service.database.query('revoke all on faults, fault_counts from qist_service')
    const { shop } = production
    for (const method of ['GET', 'POST', 'DELETE']) assertNoRoute(await shop.call(method, '/sandbox/faults'))
    assertNoRoute(await shop.call('DELETE', `/sandbox/faults/${nobody}`))
    const id = await shop.createdPayment()
    for (const path of [`/api/v2/payments/${id}`, '/api/v2/payments', '/api/v1/webhooks'])
      assert.equal((await shop.call('GET', path)).status, 200)
  } finally {
    await production.close()
  }
})

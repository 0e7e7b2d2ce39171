import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { demoKey } from '../../testkit/shop.ts'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const invalid = 'invalid secret key'
const unknown = 'api key not found'

// Every operation of this room with a key, with an unknown id.
const guarded = api.reference.operations
  .filter(({ path }) => path.startsWith('/api/v2/') || /^\/sandbox\/(payments|clock)/.test(path))
  .filter(({ operationId }) => operationId !== 'drawQrCode')
  .map(({ method, path }) => ({ method, template: path, path: path.replace('{id}', nobody) }))
const takesPublic = ({ method, template }: { method: string; template: string }): boolean =>
  `${method} ${template}` === 'POST /api/v2/checkout' || `${method} ${template}` === 'GET /api/v2/checkout/{id}'

test('the list of guarded operations is not empty', () => {
  assert.ok(guarded.length >= 15, String(guarded.length))
})

for (const operation of guarded) {
  const { method, template, path } = operation
  const call = (key: string, headers = {}) => api.open(key).call(method, path, undefined, headers)

  test(`${method} ${template} without a well-formed key is 401 ${invalid}`, async () => {
    const good = demoKey(1)
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      good,
      `Basic ${good}`,
      `Bearer${good}`,
      `Token ${good}`,
      `Bearer ${good} x`,
      `Bearer "${good}"`,
      `Bearer ${good}x`,
      `Bearer sk_live_${randomUUID()}`,
      `Bearer sk_test_${'1'.repeat(32)}`,
      'Bearer sk_',
      `Bearer ${randomUUID()}`,
      `Bearer ${'x'.repeat(5_000)}`,
    ]) {
      assertRefused(await call('', { authorization }), 401, invalid)
    }
  })

  test(`${method} ${template} with an unknown key is 401`, async () => {
    for (const prefix of ['sk_test_', 'sk_']) assertRefused(await call(`${prefix}${randomUUID()}`), 401, unknown)
    for (const prefix of ['pk_test_', 'pk_']) {
      assertRefused(await call(`${prefix}${randomUUID()}`), 401, takesPublic(operation) ? unknown : invalid)
    }
  })

  test(`${method} ${template} accepts public keys only if the contract says so`, async () => {
    for (const prefix of ['pk_test_', 'pk_'] as const) {
      const answer = await call(demoKey(1, prefix))
      if (takesPublic(operation)) assert.ok([400, 404].includes(answer.status), answer.text)
      else assertRefused(answer, 401, invalid)
    }
  })

  test(`${method} ${template} is refused in the other region`, async () => {
    const text = 'merchant region does not match cluster region'
    for (const prefix of ['sk_test_', 'sk_'] as const) {
      assertRefused(await call(demoKey(3, prefix)), 403, text)
      const abroad = api.open(demoKey(1, prefix), { region: 'ksa' })
      assertRefused(await abroad.call(method, path), 403, text)
    }
  })
}

test('test keys make test payments and live keys live ones', async () => {
  for (const [prefix, isTest] of [
    ['sk_test_', true],
    ['sk_', false],
    ['pk_test_', true],
    ['pk_', false],
  ] as const) {
    const { body } = await api.open(demoKey(1, prefix)).checkout()
    assert.equal(body.payment.is_test, isTest)
  }
})

test('keys are case-sensitive', async () => {
  assertRefused(await api.open(demoKey(1).toUpperCase()).call('GET', '/api/v2/payments'), 401, unknown)
})

test("a revoked key is invalid within five seconds, and the merchant's other keys keep working", async () => {
  const own = await api.newMerchant()
  assert.equal((await own.test.call('GET', '/api/v2/payments')).status, 200)
  await service.database.query(
    `update keys set revoked_at = now() where merchant_id = '${own.id}' and is_test and kind = 'secret'`,
  )
  const deadline = performance.now() + 5_000
  let answer = await own.test.call('GET', '/api/v2/payments')
  while (answer.status === 200 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    answer = await own.test.call('GET', '/api/v2/payments')
  }
  assertRefused(answer, 401, invalid)
  assert.equal((await own.live.call('GET', '/api/v2/payments')).status, 200)
  assert.equal((await api.open(own.keys.test.public, { merchantCode: 'main' }).checkout()).status, 200)
})

test('keys are stored as hashes only and never logged', async () => {
  const own = await api.newMerchant()
  await own.test.checkout()
  const rows = await service.database.query(
    `select last_four, octet_length(hash) as size from keys where merchant_id = '${own.id}' and is_test and kind = 'secret'`,
  )
  assert.deepEqual(rows, [{ last_four: own.keys.test.secret.slice(-4), size: 32 }])
  const logged = JSON.stringify(service.logged)
  for (const key of [own.keys.test.secret, own.keys.live.secret, demoKey(1)]) assert.ok(!logged.includes(key.slice(8)))
})

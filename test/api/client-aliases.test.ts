import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestApi } from '../support/api.ts'
import { startTestService } from '../support/service.ts'

// Addresses of existing clients (docs/contract/running.md#addresses-of-existing-clients).

const api = await openTestApi()
after(() => api.close())
const strict = (await api.newMerchant()).test

test('older plug-ins call /api/v1/payments and are answered as by /api/v2/payments', async () => {
  const id = await strict.authorizedPayment('100.00')
  const old = `/api/v1/payments/${id}`
  const known = `/api/v2/payments/${id}`
  assert.deepEqual((await strict.call('GET', old)).body, (await strict.call('GET', known)).body)
  assert.equal((await strict.call('PUT', old, { order: { reference_id: 'B' } })).body.order.reference_id, 'B')
  assert.equal((await strict.call('POST', `${old}/captures`, { amount: '60.00' })).body.captures.length, 1)
  assert.equal((await strict.call('POST', `${old}/close`)).body.status, 'CLOSED')
  assert.equal((await strict.call('POST', `${old}/refunds/`, { amount: '10.00' })).body.refunds.length, 1)
  const lists = await Promise.all(['v1', 'v2'].map((version) => strict.call('GET', `/api/${version}/payments?limit=1`)))
  assert.deepEqual(lists[0]?.body, lists[1]?.body)
  assert.equal((await strict.call('GET', '/api/v1/payments/x')).body.error, 'invalid payment id')
  assert.equal((await strict.call('GET', '/api/v1/paymentsx')).text, '404 page not found')
})

test('mobile SDKs read the base addresses of each currency without a key', async () => {
  const { uae, ksa } = api.service.urls
  const endpointsOf = (url: string) => ({
    endpoints: { checkoutApiBaseUrl: url, webCheckoutBaseUrl: url, widgetsBaseUrl: url, analyticsBaseUrl: url },
  })
  for (const [own, body] of [
    [uae, ''],
    [ksa, '{"any": "thing"}'],
  ] as const) {
    const answer = await fetch(`${own}/api/v1/sdk/config`, { method: 'POST', body })
    const [inUae, inKsa] = [endpointsOf(uae), endpointsOf(ksa)]
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), {
      ...{ general: endpointsOf(own), default: endpointsOf(own) },
      ...{ AED: inUae, SAR: inKsa, KWD: inUae },
    })
  }
})

test('without aliases the addresses of existing clients are unknown, and the reference does not name them', async () => {
  const service = await startTestService({ env: { CLIENT_ALIASES: 'off' } })
  try {
    for (const [method, path] of [
      ['GET', '/api/v1/payments'],
      ['POST', '/api/v1/payments/x/captures'],
      ['POST', '/api/v1/sdk/config'],
    ] as const) {
      const answer = await fetch(service.urls.uae + path, { method })
      assert.deepEqual([answer.status, await answer.text()], [404, '404 page not found'], path)
    }
    const reference = (await (await fetch(`${service.urls.uae}/openapi.json`)).json()) as { paths: object }
    assert.deepEqual(
      Object.keys(reference.paths).filter((path) => path.startsWith('/api/v1/payments')),
      [],
    )
  } finally {
    await service.close()
  }
})

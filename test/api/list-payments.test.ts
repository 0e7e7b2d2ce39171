import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { clock } = api.service

function list(by: Shop, query = ''): Promise<Answer> {
  return by.call('GET', `/api/v2/payments${query}`)
}

const ids = (answer: Answer): string[] => answer.body.payments.map((payment: { id: string }) => payment.id)

// One payment of every status, a minute apart.
async function fill(own: Shop) {
  const ask = async (id: string, path: string, body?: unknown): Promise<string> => {
    const answer = await own.call('POST', path, body)
    assert.equal(answer.status, 200, answer.text)
    clock.advance(60_000)
    return id
  }
  const created = await own.createdPayment()
  const rejectedId = await own.createdPayment()
  const rejected = await ask(rejectedId, `/sandbox/payments/${rejectedId}/reject`)
  const expiredId = await own.createdPayment()
  const expired = await ask(expiredId, `/sandbox/payments/${expiredId}/cancel`)
  const partId = await own.authorizedPayment()
  const part = await ask(partId, `/api/v2/payments/${partId}/captures`, { amount: '1' })
  const capturedId = await own.capturedPayment()
  const captured = await ask(capturedId, `/api/v2/payments/${capturedId}/refunds`, { amount: '1' })
  const refundedId = await own.capturedPayment()
  const refunded = await ask(refundedId, `/api/v2/payments/${refundedId}/refunds`, { amount: '340' })
  const cancelledId = await own.authorizedPayment()
  const cancelled = await ask(cancelledId, `/api/v2/payments/${cancelledId}/close`)
  return { created, rejected, expired, part, captured, refunded, cancelled }
}

test("each status filter has the contract's meaning, newest first", async () => {
  const own = (await api.newMerchant()).test
  const { rejected, part, captured, refunded, cancelled } = await fill(own)
  const expected: Record<string, string[]> = {
    '': [cancelled, refunded, captured, part],
    '?status=authorized': [part],
    '?status=new': [part],
    '?status=closed': [cancelled, refunded, captured],
    '?status=rejected': [rejected],
    '?status=captured': [captured],
    '?status=refunded': [refunded],
    '?status=cancelled': [cancelled],
  }
  for (const [query, expectedIds] of Object.entries(expected)) {
    const answer = await list(own, query)
    assert.deepEqual([query, ids(answer)], [query, expectedIds])
    assert.deepEqual(answer.body.pagination, { limit: 20, offset: 0, total_count: expectedIds.length })
  }
})

test('a payment with partial refunds is refunded when all of it is', async () => {
  const own = (await api.newMerchant()).test
  const id = await own.authorizedPayment('340.00')
  await own.call('POST', `/api/v2/payments/${id}/captures`, { amount: '100' })
  await own.call('POST', `/api/v2/payments/${id}/close`)
  await own.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '40' })
  assert.deepEqual([ids(await list(own, '?status=captured')), ids(await list(own, '?status=refunded'))], [[id], []])
  await own.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '60' })
  assert.deepEqual([ids(await list(own, '?status=captured')), ids(await list(own, '?status=refunded'))], [[], [id]])
})

test('pages have no gap and no duplicate, and the total is exact', async () => {
  const own = (await api.newMerchant()).test
  const made: string[] = []
  for (let count = 0; count < 23; count += 1) made.unshift(await own.authorizedPayment('10'))
  assert.deepEqual(ids(await list(own)), made.slice(0, 20))
  assert.deepEqual(ids(await list(own, '?limit=20&offset=20')), made.slice(20))
  const listed: string[] = []
  for (let offset = 0; offset < 25; offset += 4) {
    const answer = await list(own, `?limit=4&offset=${offset}`)
    assert.deepEqual(answer.body.pagination, { limit: 4, offset, total_count: 23 })
    listed.push(...ids(answer))
  }
  assert.deepEqual(listed, made)
  assert.deepEqual((await list(own, '?offset=23')).body, {
    payments: [],
    pagination: { limit: 20, offset: 23, total_count: 23 },
  })
})

test('a merchant without payments gets an empty list', async () => {
  const { live } = await api.newMerchant()
  assert.deepEqual((await list(live)).body, { payments: [], pagination: { limit: 20, offset: 0, total_count: 0 } })
})

test('creation filters are inclusive, accept any offset, and read a date as midnight UTC', async () => {
  const own = (await api.newMerchant()).test
  clock.set(Date.parse('2028-02-28T22:59:59.700Z'))
  const before = await own.authorizedPayment('10')
  clock.set(Date.parse('2028-02-29T00:00:00.000Z'))
  const leap = await own.authorizedPayment('10')
  clock.set(Date.parse('2028-02-29T12:00:00.999Z'))
  const noon = await own.authorizedPayment('10')
  const shown = (await own.call('GET', `/api/v2/payments/${noon}`)).body.created_at
  assert.equal(shown, '2028-02-29T12:00:00Z')
  const expected: Record<string, string[]> = {
    '?created_at__gte=2028-02-29': [noon, leap],
    '?created_at__lte=2028-02-29': [leap, before],
    '?created_at__gte=2028-02-29&created_at__lte=2028-02-29': [leap],
    '?created_at__gte=2028-02-29T00:00:00Z': [noon, leap],
    '?created_at__gte=2028-02-29T00:00:01Z': [noon],
    [`?created_at__gte=${shown}`]: [noon],
    [`?created_at__lte=${shown}`]: [noon, leap, before],
    '?created_at__gte=2028-02-29T16:00:00%2B04:00': [noon],
    '?created_at__gte=2028-02-29T16:00:00+04:00': [noon],
    '?created_at__gte=2028-02-29T16:00:01%2B0400': [],
    '?created_at__lte=2028-02-28T18:59:59-04:00': [before],
    '?created_at__gte=2028-02-29T12:00:00.000Z': [noon],
    '?created_at__lte=2028-02-29T11:59:59.999Z': [leap, before],
    '?created_at__gte=2028-03-01': [],
    '?created_at__gte=0001-01-01&created_at__lte=9999-12-31': [noon, leap, before],
  }
  for (const [query, expectedIds] of Object.entries(expected)) {
    assert.deepEqual([query, ids(await list(own, query))], [query, expectedIds])
  }
})

for (const query of [
  'status=AUTHORIZED',
  'status=Closed',
  'status=expired',
  'status=created',
  'status=',
  'status=constructor',
  'status=__proto__',
  'status=authorized&status=closed',
  'status=authorized,closed',
  'limit=0',
  'limit=21',
  'limit=-1',
  'limit=ten',
  'limit=',
  'limit=1.5',
  'limit=1e1',
  'limit=0x5',
  'limit=%205',
  'limit=5&limit=6',
  'limit=99999999999999999999',
  'limit=%D9%A3',
  'offset=-1',
  'offset=x',
  'offset=',
  'offset=1.0',
  'offset=99999999999999999999',
  'created_at__gte=yesterday',
  'created_at__gte=',
  'created_at__gte=2027-02-29',
  'created_at__lte=2027-13-01',
  'created_at__lte=2027-01-32T00:00:00Z',
  'created_at__lte=2027-01-01T25:00:00Z',
  'created_at__lte=2027-01-01T00:00:00%2B99:00',
  'created_at__gte=1767225600',
  'created_at__gte=2027-01-01%00',
  'created_at__gte=%FF%FE',
  'created_at__gte=0001-01-01T00:00:00%2B10:00',
  'created_at__lte=9999-12-31T23:59:59-10:00',
  'created_at__gte=2027-01-01&created_at__gte=2027-01-02',
  `created_at__gte=${'9'.repeat(5000)}`,
]) {
  test(`${query.slice(0, 60)} cannot be decoded`, async () => {
    assertRefused(await list(api.shop, `?${query}`), 400, 'failed to decode request')
  })
}

test('unknown query parameters are ignored', async () => {
  for (const query of [
    '?page=2',
    '?limits=99',
    '?status[]=x',
    '?__proto__=1',
    '?toString',
    '?%zz=%zz',
    '?&&=',
    '?limit[]=0',
  ]) {
    assert.equal((await list(api.shop, query)).status, 200, query)
  }
})

test('the key is checked first', async () => {
  assertRefused(await list(api.open('nonsense'), '?limit=0'), 401, 'invalid secret key')
  const saudi = (await api.newMerchant({ country: 'SA' })).keys.test.secret
  assertRefused(await list(api.open(saudi), '?limit=0'), 403, 'merchant region does not match cluster region')
})

test("a merchant lists its own payments of its key's mode only", async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const test = await one.test.authorizedPayment()
  const live = await one.live.authorizedPayment()
  assert.deepEqual(
    [ids(await list(one.test)), ids(await list(one.live)), ids(await list(other.test))],
    [[test], [live], []],
  )
})

test('a list is never stale', async () => {
  const own = (await api.newMerchant()).test
  const id = await own.authorizedPayment()
  clock.advance(21 * 86_400_000)
  const { body } = await list(own, '?status=closed')
  assert.deepEqual([ids({ body } as Answer), body.payments[0].status], [[id], 'CLOSED'])
  assert.deepEqual((await list(own, '?status=authorized')).body.payments, [])
})

test('a body is ignored', async () => {
  const response = await fetch(`${api.shop.baseUrl}/api/v2/payments`, {
    headers: { authorization: `Bearer ${api.shop.key}`, 'content-type': 'application/json' },
  })
  assert.equal(response.status, 200)
})

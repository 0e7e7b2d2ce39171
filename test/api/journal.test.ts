import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, nobody, openTestApi } from '../support/api.ts'
import { byKind, type JournalEntry, readJournal } from '../support/journal.ts'

const api = await openTestApi()
after(() => api.close())

test('journal: contains a call as soon as it is answered, with the changes it made', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment()
  const { cursor } = await readJournal(shop)
  const path = `/api/v2/payments/${id}/captures`
  const captured = await shop.call('POST', path, { amount: '100.00', reference_id: 'first' })
  const { entries } = await readJournal(shop, { since: cursor })
  const [request] = byKind(entries, 'request')
  assert.ok(request)
  const { cursor: place, at, duration_ms, ...entry } = request
  assert.deepEqual(entry, {
    kind: 'request',
    operation: 'capturePayment',
    method: 'POST',
    path,
    status: 200,
    request_id: captured.headers.get('x-request-id'),
    reference_id: 'first',
    payment_id: id,
    fault_id: null,
    summary: 'Asked to capture a payment with reference_id first; answered 200.',
  })
  assert.match(place, /^[0-9a-f]{12}-\d+$/)
  assert.equal(at, '2026-03-01T10:00:00.000Z')
  assert.ok(Number.isInteger(duration_ms))
  const [change] = byKind(entries, 'change')
  assert.deepEqual(
    [change?.operation, change?.payment_id, change?.reference_id, change?.request_id, change?.summary],
    [
      'capture',
      id,
      'first',
      request.request_id,
      `The payment was captured by key …${shop.key.slice(-4)}: 100.00 AED, and is AUTHORIZED.`,
    ],
  )
  assert.equal(entries.length, 2)
})

test('a refused call has its reason, and its path with the query', async () => {
  const { test: shop } = await api.newMerchant()
  await shop.call('GET', `/api/v2/payments/${nobody}`)
  await shop.call('GET', '/api/v2/payments?limit=99')
  await shop.call('POST', `/api/v2/payments/${nobody}/captures`, { reference_id: 'x' })
  const { entries } = await readJournal(shop)
  assert.deepEqual(
    entries.map(({ operation, path, status, payment_id, summary }) => [operation, path, status, payment_id, summary]),
    [
      [
        'getPayment',
        `/api/v2/payments/${nobody}`,
        404,
        nobody,
        'Asked to read a payment; answered 404: no such payment.',
      ],
      [
        'listPayments',
        '/api/v2/payments?limit=99',
        400,
        null,
        'Asked to list payments; answered 400: failed to decode request.',
      ],
      [
        'capturePayment',
        `/api/v2/payments/${nobody}/captures`,
        400,
        nobody,
        'Asked to capture a payment with reference_id x; answered 400: $.amount is required.',
      ],
    ],
  )
})

test('sessions have their payment, by a secret and by a public key', async () => {
  const merchant = await api.newMerchant()
  const browser = api.open(merchant.keys.test.public, { merchantCode: 'main' })
  const ids = [await merchant.test.createdPayment(), await browser.createdPayment()]
  const { entries } = await readJournal(merchant.test)
  assert.deepEqual(
    byKind(entries, 'request').map(({ operation, payment_id }) => [operation, payment_id]),
    ids.map((id) => ['createSession', id]),
  )
  assert.deepEqual(
    byKind(entries, 'change').map(({ operation, payment_id }) => [operation, payment_id]),
    ids.map((id) => ['create', id]),
  )
})

test('calls on a session have its payment, also if their answers do not name it', async () => {
  const { test: shop } = await api.newMerchant()
  const { id, payment } = (await shop.checkout()).body
  for (const path of ['send_hpp_link', 'cancel', 'cancel', 'send_hpp_link']) {
    await shop.call('POST', `/api/v2/checkout/${id}/${path}`)
  }
  await shop.call('POST', `/api/v2/checkout/${nobody}/send_hpp_link`)
  const { entries } = await readJournal(shop)
  assert.deepEqual(
    byKind(entries, 'request').map(({ operation, status, payment_id }) => [operation, status, payment_id]),
    [
      ['createSession', 200, payment.id],
      ['sendLink', 200, payment.id],
      ['cancelSession', 200, payment.id],
      ['cancelSession', 400, payment.id],
      ['sendLink', 400, payment.id],
      ['sendLink', 404, null],
    ],
  )
})

test('calls without a valid key, and calls under /sandbox, have no entries', async () => {
  const merchant = await api.newMerchant()
  const { test: shop } = merchant
  await api.open('sk_test_nothing').call('GET', '/api/v2/payments')
  await api.open(merchant.keys.test.public).call('GET', '/api/v2/payments')
  await shop.call('GET', '/sandbox/clock')
  await shop.call('GET', '/api/v2/nothing')
  await shop.call('GET', '/sandbox/journal')
  assert.deepEqual((await readJournal(shop)).entries, [])
})

test("a call to another region's address has its refusal", async () => {
  const { test: shop } = await api.newMerchant()
  await api.open(shop.key, { region: 'ksa' }).call('GET', '/api/v2/payments')
  const { entries } = await readJournal(shop)
  assert.deepEqual(
    entries.map(({ kind, operation, status }) => [kind, operation, status]),
    [['request', 'listPayments', 403]],
  )
  assert.match(String(entries[0]?.summary), /answered 403: merchant region does not match cluster region/)
})

test('another merchant and the other mode see no entries, and their cursors are unknown here', async () => {
  const [own, other] = [await api.newMerchant(), await api.newMerchant()]
  const id = await own.test.authorizedPayment()
  const requestId = (await own.test.call('GET', `/api/v2/payments/${id}`)).headers.get('x-request-id')
  const { cursor } = await readJournal(own.test)
  for (const stranger of [own.live, other.test, other.live]) {
    assert.deepEqual((await readJournal(stranger)).entries, [])
    assert.deepEqual((await readJournal(stranger, { payment_id: id })).entries, [])
    assertRefused(await stranger.call('GET', `/sandbox/journal?since=${cursor}`), 400, 'unknown cursor')
    assertRefused(await stranger.call('GET', `/sandbox/journal/${requestId}`), 404, 'no such journal entry')
  }
})

test('invalid queries are refused', async () => {
  const { test: shop } = await api.newMerchant()
  const { cursor } = await readJournal(shop)
  const [name] = cursor.split('-')
  for (const since of ['', 'x', '0', `${name}-1`, `${name}--1`, `${name}-00`, `${'0'.repeat(12)}-0`])
    assertRefused(await shop.call('GET', `/sandbox/journal?since=${since}`), 400, 'unknown cursor')
  const wrongWait = 'wait must be an ISO 8601 duration such as PT30S, at most PT60S'
  for (const wait of ['', '30', 'PT61S', '-PT1S', 'P1M'])
    assertRefused(await shop.call('GET', `/sandbox/journal?wait=${wait}`), 400, wrongWait)
  assertRefused(await shop.call('GET', '/sandbox/journal?payment_id=x'), 400, 'invalid payment id')
  const wrongNewest = 'newest must be a whole number from 1 to 500, without since and payment_id'
  for (const query of [
    'newest=0',
    'newest=501',
    'newest=x',
    `newest=1&since=${cursor}`,
    `newest=1&payment_id=${nobody}`,
  ])
    assertRefused(await shop.call('GET', `/sandbox/journal?${query}`), 400, wrongNewest)
  assertRefused(await shop.call('GET', '/sandbox/journal/x'), 400, 'invalid request id')
  assertRefused(await shop.call('GET', `/sandbox/journal/${nobody}`), 404, 'no such journal entry')
  const publicly = api.open((await api.newMerchant()).keys.test.public)
  assertRefused(await publicly.call('GET', '/sandbox/journal'), 401, 'invalid secret key')
})

async function pagesOf(shop: Shop, query: Record<string, string>): Promise<JournalEntry[][]> {
  const pages: JournalEntry[][] = []
  for (let since: string | undefined; ; ) {
    const page = await readJournal(shop, { ...query, ...(since !== undefined && { since }) })
    if (page.entries.length === 0) return pages
    pages.push(page.entries)
    since = page.cursor
  }
}

test("a long journal has pages of 500, oldest first; one payment's entries can be read alone", async () => {
  const { id: merchantId, test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  await api.service.database.query(
    `insert into journal_entries (merchant_id, is_test, kind, at, operation, payment_id, summary)
     select '${merchantId}', true, 'request', now() - place * interval '1 second', 'place ' || place,
       case when place % 3 = 0 then '${id}'::uuid end, 'Something happened.'
     from generate_series(1, 2600) as place`,
  )
  // The newest are the newest of all, although nobody has read the journal yet.
  const newest = await readJournal(shop, { newest: '3' })
  const pages = await pagesOf(shop, {})
  assert.deepEqual(newest, { entries: pages.flat().slice(-3), cursor: pages.at(-1)?.at(-1)?.cursor })
  assert.deepEqual((await readJournal(shop, { since: newest.cursor })).entries, [])
  assert.deepEqual(
    pages.map((page) => page.length),
    [500, 500, 500, 500, 500, 102],
  )
  const all = pages.flat()
  assert.deepEqual(
    all.filter(({ operation }) => operation?.startsWith('place')).map(({ operation }) => operation),
    Array.from({ length: 2600 }, (_, index) => `place ${2600 - index}`),
  )
  const numbers = all.map(({ cursor }) => Number(cursor.split('-')[1]))
  assert.deepEqual(
    numbers,
    [...numbers.keys()].map((index) => index + 1),
  )
  const ofPayment = await pagesOf(shop, { payment_id: id })
  assert.deepEqual(
    ofPayment.map((page) => page.length),
    [500, 368],
  )
  assert.ok(ofPayment.flat().every(({ payment_id }) => payment_id === id))
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import { nobody, openTestApi } from '../support/api.ts'
import { byKind, type JournalEntry, readJournal } from '../support/journal.ts'

const api = await openTestApi()
after(() => api.close())

test("the clock and the customer's acts by sandbox calls have entries", async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  const { cursor } = await readJournal(shop)
  await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '4000000000000002' })
  await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  await shop.call('POST', `/sandbox/payments/${nobody}/authorize`)
  await shop.call('POST', '/sandbox/clock', { advance: 'nonsense' })
  await shop.call('POST', '/sandbox/clock', { advance: 'PT10M' })
  const { entries } = await readJournal(shop, { since: cursor })
  const customer = byKind(entries, 'customer')
  const beginning = 'The customer wanted to accept and pay the first part'
  assert.deepEqual(
    customer.map(({ operation, payment_id, status, summary }) => [operation, payment_id, status, summary]),
    [
      ['authorizePayment', id, 400, `${beginning}, and was told what is in the way: card was declined.`],
      ['authorizePayment', id, 200, 'The customer accepted, and the first part was asked of the card.'],
    ],
  )
  const [clock, ...more] = byKind(entries, 'clock')
  assert.deepEqual(
    [clock?.operation, clock?.summary, more],
    ['advanceClock', 'The clock was moved on by PT10M, to 2026-03-01T10:10:00Z.', []],
  )
})

test('changes by the service have entries, too', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.createdPayment()
  const { cursor } = await readJournal(shop)
  const moved = await shop.call('POST', '/sandbox/clock', { advance: 'PT31M' })
  const { entries } = await readJournal(shop, { since: cursor, payment_id: id })
  assert.deepEqual(
    entries.map(({ kind, operation, request_id, summary }) => [kind, operation, request_id, summary]),
    [['change', 'expire', moved.headers.get('x-request-id'), 'The payment expired by the service, and is EXPIRED.']],
  )
})

test('disputes have entries with their payment', async () => {
  const { live: shop } = await api.newMerchant()
  const id = await shop.capturedPayment()
  const { cursor } = await readJournal(shop)
  const opened = await shop.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered' })
  await shop.call('POST', `/sandbox/disputes/${opened.body.dispute.id}/withdraw`)
  await shop.call('GET', `/api/v1/disputes/${opened.body.dispute.id}`)
  const again = await shop.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered' })
  await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [again.body.dispute.id] })
  const { entries } = await readJournal(shop, { since: cursor })
  assert.ok(entries.every(({ payment_id }) => payment_id === id))
  const operationsOf = (kind: JournalEntry['kind']) => byKind(entries, kind).map(({ operation }) => operation)
  assert.deepEqual(operationsOf('customer'), ['openDispute', 'withdrawDispute', 'openDispute'])
  assert.deepEqual(operationsOf('request'), ['getDispute', 'approveDisputes'])
  assert.deepEqual(
    new Set(operationsOf('change')),
    new Set(['dispute_created', 'open_dispute', 'dispute_canceled', 'end_dispute', 'dispute_approved', 'refund']),
  )
})

test('calls above the rate limit have entries of their merchant', async () => {
  const limited = await openTestApi({ env: { RATE_LIMITS: 'on' } })
  try {
    const { test: shop } = await limited.newMerchant()
    let status = 200
    for (let calls = 0; status !== 429 && calls < 10_000; calls += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => shop.call('GET', '/api/v2/payments?limit=1')))
      status = Math.max(...answers.map((answer) => answer.status))
    }
    limited.service.clock.advance(minute)
    const { entries } = await readJournal(shop)
    const refused = entries.find((entry) => entry.status === 429)
    assert.match(refused?.summary ?? '', /^Asked to list payments; answered 429: rate limit exceeded\.$/)
  } finally {
    await limited.close()
  }
})

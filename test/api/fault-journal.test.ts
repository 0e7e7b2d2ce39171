import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestApi } from '../support/api.ts'
import { addFault } from '../support/faults.ts'
import { byKind, readJournal } from '../support/journal.ts'
import { callOverSocket } from '../support/socket-client.ts'

const api = await openTestApi()
after(() => api.close())

const injections = [
  [{ kind: 'lost_answer', how: 'reset' }, 200, 'what it asks for is done, and its answer is lost (reset)', true],
  [{ kind: 'lost_answer', how: 'cut' }, 200, 'what it asks for is done, and its answer is lost (cut)', true],
  [{ kind: 'lost_request', how: 'reset' }, null, 'it is lost (reset), and nothing is done', false],
  [{ kind: 'lost_request', how: 'cut' }, null, 'it is lost (cut), and nothing is done', false],
  [{ kind: 'conflict' }, 409, 'it is answered 409, and nothing is done', false],
  [{ kind: 'rate_limit' }, 429, 'it is answered 429, to come again after 1 s, and nothing is done', false],
  [{ kind: 'error' }, 500, 'it is answered 500, and nothing is done', false],
  [{ kind: 'error', executed: true }, 500, 'it is answered 500, and what it asks for is done', true],
  [{ kind: 'slow', ms: 1 }, 200, 'what it asks for is done, and answered 1 ms later', true],
] as const

for (const [effect, status, sentence, isDone] of injections) {
  test(`the journal has ${JSON.stringify(effect)} as soon as the client knows, and the result of the call`, async () => {
    const { test: shop } = await api.newMerchant()
    const id = await shop.authorizedPayment()
    const rule = { on: { operation: 'capturePayment' }, do: effect }
    const faultId = (await shop.call('POST', '/sandbox/faults', rule)).body.fault.id
    const { cursor } = await readJournal(shop)
    const path = `/api/v2/payments/${id}/captures`
    const body = { amount: '1.00', reference_id: 'part-1' }
    const isLost = effect.kind.startsWith('lost')
    await (isLost ? callOverSocket(shop.baseUrl, shop.key, 'POST', path, body) : shop.call('POST', path, body))
    const { entries } = await readJournal(shop, { since: cursor, payment_id: id })
    const [request, ...others] = byKind(entries, 'request')
    assert.deepEqual(others, [])
    assert.deepEqual([request?.operation, request?.status, request?.fault_id], ['capturePayment', status, faultId])
    const [fault, ...more] = byKind(entries, 'fault')
    assert.deepEqual(more, [])
    const { cursor: _, at, ...members } = fault ?? assert.fail('no fault')
    assert.deepEqual(members, {
      ...{ kind: 'fault', operation: 'capturePayment', method: null, path: null, status: null, duration_ms: null },
      ...{ request_id: request?.request_id, reference_id: 'part-1', payment_id: id, fault_id: faultId },
      summary: `A fault was injected into capturePayment: ${sentence}.`,
    })
    assert.equal(at, '2026-03-01T10:00:00.000Z')
    assert.equal(byKind(entries, 'change').length, isDone ? 1 : 0)
    // No other entry names the rule.
    await shop.call('GET', `/api/v2/payments/${id}`)
    const later = (await readJournal(shop, { since: cursor })).entries.filter((entry) => entry.fault_id !== null)
    assert.equal(later.length, 2)
  })
}

test("a fault of a session or dispute is in its payment's journal, too", async () => {
  const { live: shop } = await api.newMerchant()
  const session = (await shop.checkout()).body
  const payment_id = await shop.authorizedPayment()
  await shop.call('POST', `/api/v2/payments/${payment_id}/captures`, { amount: '340.00' })
  const opened = await shop.call('POST', '/sandbox/disputes', { payment_id, reason: 'product_issue', amount: '10.00' })
  const called = [
    [`/api/v2/checkout/${session.id}`, session.payment.id],
    [`/api/v1/disputes/${opened.body.dispute.id}`, payment_id],
  ] as const
  for (const [path, paymentId] of called) {
    for (const kind of ['error', 'lost_request']) {
      await addFault(shop, { on: { operation: '*' }, do: { kind } })
      await (kind === 'error' ? shop.call('GET', path) : callOverSocket(shop.baseUrl, shop.key, 'GET', path))
      const { entries } = await readJournal(shop, { payment_id: paymentId })
      const entriesOfFault = entries.filter(({ fault_id }) => fault_id !== null).slice(-2)
      assert.deepEqual(entriesOfFault.map((entry) => entry.kind).sort(), ['fault', 'request'], `${kind} ${path}`)
      assert.equal(entriesOfFault[0]?.request_id, entriesOfFault[1]?.request_id)
    }
  }
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sandboxRemains } from '../../src/entries/sandbox-remains.ts'
import { issueKey } from '../../src/platform/merchants/keys/issue-key.ts'
import { leaveSandbox } from '../../src/rehearsal/sandbox/production/leave-sandbox.ts'
import { succeed } from '../../testkit/client.ts'
import { openShop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'

const api = await openTestApi()
after(() => api.close())

test('production never changes live payments of the sandbox, and pays out later payments only', async () => {
  const { app, database } = api.service
  const stores = [{ merchant_code: 'main', country: 'AE', fee: { percent: '5.00' } }]
  const made = succeed(
    await api.open('').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores }),
  ).body
  const before = openShop(api.open('').baseUrl, made.keys.live.secret, { merchantCode: 'main' })
  const held = [await before.authorizedPayment('200.00'), await before.capturedPayment('300.00')]
  const query = `select (select json_agg(payment order by id) from payments as payment where is_held) as payments,
     (select json_agg(charge order by id) from charges as charge where is_held) as charges,
     (select json_agg(collection order by id) from collections as collection where id = any('{${held}}')) as plans,
     (select count(*)::int from customer_messages where payment_id = any('{${held}}')) as messages`

  await leaveSandbox(app, sandboxRemains)
  const [left] = await database.query(query)
  assert.equal((await database.query('select from payments where is_held')).length, 2)
  const { key } = await issueKey(app, made.merchant.id, { kind: 'secret', isTest: false })
  const shop = openShop(before.baseUrl, key, { merchantCode: 'main' })
  // On the same day as the blocked payments.
  const own = await shop.capturedPayment('100.00')
  for (const advance of ['P2D', 'P40D', 'P60D']) succeed(await shop.call('POST', '/sandbox/clock', { advance }))

  assert.deepEqual((await database.query(query))[0], left)
  const payouts = await database.query('select amount_minor::int, state from payouts')
  assert.deepEqual(payouts, [{ amount_minor: 95_00, state: 'paid' }])
  const [authorized = '', captured = ''] = held
  const calls = [
    await shop.call('POST', `/api/v2/payments/${authorized}/captures`, { amount: '10.00', reference_id: 'late' }),
    await shop.call('POST', `/api/v2/payments/${authorized}/close`),
    await shop.call('PUT', `/api/v2/payments/${authorized}`, { order: { reference_id: 'other' } }),
    await shop.call('POST', `/api/v2/payments/${captured}/refunds`, { amount: '1', reference_id: 'late', reason: 'x' }),
    await shop.call('POST', '/sandbox/disputes', { payment_id: captured, reason: 'product_issue' }),
    await shop.call('POST', `/sandbox/payments/${captured}/pay`, { what: 'all' }),
  ]
  for (const { status, text } of calls) {
    assert.equal(status, 400, text)
    assert.match(text, /payment was made in a sandbox/)
  }
  assert.equal(succeed(await shop.call('GET', `/api/v2/payments/${captured}`)).body.status, 'CLOSED')
  assert.equal(succeed(await shop.call('GET', `/api/v2/payments/${own}`)).body.status, 'CLOSED')
  assert.deepEqual(await askDoctor(app), [])
})

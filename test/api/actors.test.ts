import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { retry } from '../../testkit/timeouts.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

test('timeline and history name the actor: a key, the customer, support, or the service', async () => {
  const own = await api.newMerchant()
  const id = await own.live.authorizedPayment('340.00')
  const capture = await own.live.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' })
  assert.equal(capture.status, 200, capture.text)
  const abandoned = await own.live.createdPayment()
  const opened = await own.live.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered' })
  assert.equal(opened.status, 200, opened.text)
  const disputeId = opened.body.dispute.id
  const comment = { comment: 'We look into it' }
  assert.equal((await own.live.call('POST', `/sandbox/disputes/${disputeId}/comment`, comment)).status, 200)
  const approved = await own.live.call('POST', '/api/v1/disputes/approve', { dispute_ids: [disputeId] })
  assert.equal(approved.status, 200, approved.text)
  assert.equal((await own.live.call('POST', '/sandbox/clock', { advance: 'P1D' })).status, 200)

  const [key] = await api.service.database.query(
    `select id, last_four from keys where merchant_id = '${own.id}' and not is_test and kind = 'secret'`,
  )
  const byKey = [`key …${key?.['last_four']}`, 'merchant_key', key?.['id']]
  const byCustomer = ['customer', 'customer', '']
  const steps = await api.service.database.query(
    `select move, actor, actor_kind, actor_id from payment_timeline
     where merchant_id = '${own.id}' order by payment_id = '${abandoned}', version`,
  )
  assert.deepEqual(steps.map(Object.values), [
    ['create', ...byKey],
    ['authorize', ...byCustomer],
    ['capture', ...byKey],
    ['open_dispute', ...byCustomer],
    ['refund', ...byKey],
    ['create', ...byKey],
    ['expire', 'service', 'service', ''],
  ])
  const history = await api.service.database.query(
    `select event_type, actor, actor_kind, actor_id from dispute_history
     where merchant_id = '${own.id}' order by version`,
  )
  assert.deepEqual(history.map(Object.values), [
    ['dispute_created', ...byCustomer],
    ['dispute_comment_added', 'support', 'support', ''],
    ['dispute_approved', ...byKey],
  ])
})

test('the log line of a request names its key, or none if the key is not valid', async () => {
  const own = await api.newMerchant()
  const [key] = await api.service.database.query(
    `select id from keys where merchant_id = '${own.id}' and not is_test and kind = 'secret'`,
  )
  const lineOf = async (shop: Pick<typeof own.live, 'call'>, status: number) => {
    const answer = await shop.call('GET', '/api/v2/payments')
    assert.equal(answer.status, status, answer.text)
    const id = answer.headers.get('x-request-id')
    // The line is logged after the answer has been sent.
    return retry('the line about the request', () =>
      api.service.logged.find((line) => line['request_id'] === id && line['msg'] === 'answered'),
    )
  }
  const { operation, actor_kind, actor_id } = await lineOf(own.live, 200)
  assert.deepEqual([operation, actor_kind, actor_id], ['listPayments', 'merchant_key', key?.['id']])
  const refused = await lineOf(api.open('sk_test_unknown'), 401)
  assert.deepEqual([refused['actor_kind'], refused['actor_id']], [undefined, undefined])
})

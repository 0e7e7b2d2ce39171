import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

test("a customer's messages are found by phone in any form, by the same merchant and mode", async () => {
  const own = await api.newMerchant()
  const other = await api.newMerchant()
  const { messengers } = api.service.app
  const message = { to: '+971500777001', about: own.id, kind: 'reminder' as const, at: api.service.clock.now() }
  await messengers.test.send({ ...message, merchantId: own.id, isTest: true, text: 'of test mode' })
  await messengers.test.send({ ...message, merchantId: own.id, isTest: false, text: 'of live mode' })
  for (const phone of ['%2B971500777001', '+971500777001', '0500777001']) {
    const { status, body } = await own.test.call('GET', `/sandbox/messages?phone=${phone}`)
    assert.equal(status, 200, phone)
    const [reminder] = body.messages
    assert.deepEqual(
      [body.messages.length, reminder.kind, reminder.phone, reminder.text],
      [1, 'reminder', message.to, 'of test mode'],
    )
  }
  assert.equal((await own.live.call('GET', '/sandbox/messages?phone=0500777001')).body.messages[0].text, 'of live mode')
  assert.deepEqual((await other.test.call('GET', '/sandbox/messages?phone=0500777001')).body.messages, [])
})

test('an invalid phone has no messages, and a text that PostgreSQL cannot compare is refused', async () => {
  const { shop } = api
  assert.deepEqual((await shop.call('GET', '/sandbox/messages?phone=x')).body, { messages: [] })
  for (const query of ['', '?phone=%00', `?phone=${'9'.repeat(65)}`]) {
    const { status, body } = await shop.call('GET', `/sandbox/messages${query}`)
    assert.deepEqual([status, body.errorType], [400, 'bad_data'], query)
  }
})

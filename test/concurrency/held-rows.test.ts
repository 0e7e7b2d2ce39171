import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { duePayments } from '../../src/money/payments/due-payments.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { openForms, sendForm, stageFor } from '../pages/forms.ts'
import { assertRefused, type NewMerchant, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const locked = 'could not acquire lock: payment is locked'
const hold = (select: string) => holdRows(service.database.connection, select)
const many = Array.from({ length: 40 }, (_, index) => index)

const captured = (owner: NewMerchant, id: string, reference: string) =>
  owner.test.call('POST', `/api/v2/payments/${id}/captures`, { amount: '10.00', reference_id: reference })

test('a locked payment is refused as locked at once, and no other request waits', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const id = await one.test.authorizedPayment('340.00')
  const ids = await Promise.all(many.map(() => other.test.authorizedPayment('340.00')))
  const held = await hold(`select from payments where id = '${id}' for update`)
  const ofOne = many.map((index) => captured(one, id, `r${index}`))
  const ofOther = ids.map((each) => captured(other, each, 'r'))
  for (const answer of await Promise.all(ofOne)) assertRefused(answer, 409, locked)
  for (const answer of await Promise.all(ofOther)) assert.equal(answer.status, 200, answer.text)
  assert.equal((await one.test.call('GET', `/api/v2/payments/${id}`)).body.captures.length, 0)
  held.assertHeld()
  await held.release()
  const again = await captured(one, id, 'r0')
  assert.deepEqual([again.status, again.body.captures.length], [200, 1])
})

test('due locked items are skipped in sweeps and lists, and processed after the lock is released', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const ids = await Promise.all(many.map(() => one.test.authorizedPayment('340.00')))
  const others = await Promise.all(many.map(() => other.test.authorizedPayment('340.00')))
  service.clock.advance(21 * 86_400_000)
  const held = await hold(`select from payments where merchant_id = '${one.id}' for update`)
  await settleDue(service.app, duePayments)
  const statuses = async (owner: NewMerchant) => {
    const { status, body, text } = await owner.test.call('GET', '/api/v2/payments?status=closed')
    assert.equal(status, 200, text)
    return body.pagination.total_count
  }
  assert.equal(await statuses(other), others.length)
  assert.equal(await statuses(one), 0)
  assertRefused(await one.test.call('GET', `/api/v2/payments/${ids[0]}`), 409, locked)
  held.assertHeld()
  await held.release()
  // A locked row is not deferred: the next round processes it.
  assert.equal(await statuses(one), ids.length)
  const left = await service.database.query(`select from due_retries where merchant_id = '${one.id}'`)
  assert.equal(left.length, 0)
})

test('a locked dispute is refused at once, and no other request waits', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const open = async (owner: NewMerchant): Promise<string> => {
    const payment = await owner.live.capturedPayment('340.00')
    const opened = await owner.live.call('POST', '/sandbox/disputes', { payment_id: payment, reason: 'product_issue' })
    assert.equal(opened.status, 200, opened.text)
    return opened.body.dispute.id
  }
  const id = await open(one)
  const ids = await Promise.all(many.slice(0, 20).map(() => open(other)))
  const held = await hold(`select from disputes where id = '${id}' for update`)
  const approve = (owner: NewMerchant, dispute: string) =>
    owner.live.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute] })
  const ofOne = many.slice(0, 20).map(() => approve(one, id))
  for (const answer of await Promise.all(ids.map((each) => approve(other, each)))) assert.equal(answer.status, 200)
  for (const answer of await Promise.all(ofOne)) assert.equal(answer.status, 409, answer.text)
  held.assertHeld()
  await held.release()
  assert.equal((await approve(one, id)).body.disputes[0].status, 'refunded')
})

test('other locked rows of a merchant delay no other merchant, and the merchant gets an answer', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const made = await one.test.call('POST', '/api/v1/webhooks', { url: 'https://shop.example/hook' })
  const session = (await one.test.checkout()).body
  await service.app.db.runText(`insert into visits (merchant_id, session_id, version, phone, code_sends, wrong_tries, cards_given,
    declines) values ('${one.id}', '${session.id}', 1, '', 0, 0, 0, 0)`)
  const ids = await Promise.all(many.map(() => other.test.authorizedPayment('340.00')))
  for (const [table, condition, ask] of [
    ['webhooks', 'true', () => one.test.call('DELETE', `/api/v1/webhooks/${made.body.id}`)],
    ['visits', 'true', () => one.test.call('POST', `/api/v2/checkout/${session.id}/cancel`)],
  ] as const) {
    const held = await hold(`select from ${table} where merchant_id = '${one.id}' and ${condition} for update`)
    const waiting = Promise.all(many.map(ask))
    const references = Promise.all(ids.map((id) => captured(other, id, table)))
    for (const answer of await references) assert.equal(answer.status, 200, answer.text)
    for (const answer of await waiting) assertRefused(answer, 409, 'could not acquire lock')
    held.assertHeld()
    await held.release()
  }
  const { body } = await one.test.call('GET', `/api/v2/checkout/${session.id}`)
  assert.equal(body.status, 'created', 'a cancellation that was refused has changed nothing')
})

test('a merchant whose retries are locked, too, does not delay the settlements of others', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const ids = await Promise.all(many.slice(0, 20).map(() => one.test.authorizedPayment('340.00')))
  const id = await other.test.authorizedPayment('340.00')
  service.clock.advance(21 * 86_400_000)
  const payments = await hold(`select from payments where merchant_id = '${one.id}' for update`)
  while ((await service.database.query(`select from due_retries where merchant_id = '${one.id}'`)).length < ids.length)
    await settleDue(service.app, duePayments)
  const retries = await hold(`select from due_retries where merchant_id = '${one.id}' for update`)
  service.clock.advance(2_000)
  await settleDue(service.app, duePayments)
  assert.equal((await other.test.call('GET', `/api/v2/payments/${id}`)).body.status, 'CLOSED')
  payments.assertHeld()
  retries.assertHeld()
  await payments.release()
  await retries.release()
})

test('a customer whose payment is locked cannot continue, and is refused with the same code', async () => {
  const { test: shop } = await api.newMerchant()
  const phone = '+971500719900'
  const customer = await openForms(shop, { buyer: { name: 'Sara Ali', email: 'otp.rejected@example.com', phone } })
  assert.equal((await sendForm(customer, 'phone', { phone })).status, 303)
  const held = await hold(`select from payments where id = '${customer.paymentId}' for update`)
  assert.equal((await sendForm(customer, 'code', { code: '8888' })).status, 409)
  assert.equal(await stageFor(customer), 'code')
  held.assertHeld()
  await held.release()
  assert.equal((await sendForm(customer, 'code', { code: '8888' })).status, 303)
  assert.equal(await stageFor(customer), 'refused')
})

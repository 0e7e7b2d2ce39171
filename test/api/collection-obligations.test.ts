import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { pass, planOf } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

const goTo = async (shop: Shop, at: string): Promise<void> => {
  const { now } = succeed(await shop.call('GET', '/sandbox/clock')).body
  await pass(shop, `PT${(Date.parse(at) - Date.parse(now)) / 1_000}S`)
}
const chargesOf = async (shop: Shop, id: string): Promise<string[]> => {
  const { charges } = await planOf(shop, id)
  return charges.filter(({ kind }) => kind !== 'first').map(({ at, amount, status }) => `${at} ${amount} ${status}`)
}
const kindsOf = async (shop: Shop, phone: string): Promise<string[]> => {
  const { body } = succeed(await shop.call('GET', `/sandbox/messages?phone=${encodeURIComponent(phone)}`))
  return body.messages.map(({ kind }: { kind: string }) => kind)
}
const dispute = async (shop: Shop, id: string): Promise<string> => {
  const about = { payment_id: id, reason: 'not_delivered' }
  return succeed(await shop.call('POST', '/sandbox/disputes', about)).body.dispute.id
}
const end = (shop: Shop, id: string, how: string, body?: object) =>
  shop.call('POST', `/sandbox/disputes/${id}/${how}`, body)

let phones = 0
/** A captured live payment of 400.00 of the 1st of March, and its customer's phone. */
async function sell(shop: Shop): Promise<{ id: string; phone: string }> {
  phones += 1
  const phone = `+9715071000${String(phones).padStart(2, '0')}`
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone, dob: '1990-04-17' }
  const id = succeed(await shop.checkout('400.00', { buyer })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
  return { id, phone }
}

test('silence: during a dispute nothing is charged and nobody is reminded, and the customer may pay', async () => {
  const { live: shop } = await api.newMerchant()
  const { id, phone } = await sell(shop)
  await goTo(shop, '2026-03-28T06:00:00Z')
  assert.equal((await planOf(shop, id)).next_attempt_at, '2026-04-01T05:00:00Z')
  const disputeId = await dispute(shop, id)
  assert.equal((await planOf(shop, id)).next_attempt_at, null)
  await goTo(shop, '2026-04-03T06:00:00Z')
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.next_attempt_at, plan.installments[1]?.status], [null, 'due'])
  assert.deepEqual([await chargesOf(shop, id), await kindsOf(shop, phone)], [[], []])
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'next' }))
  assert.deepEqual(await chargesOf(shop, id), ['2026-04-03T06:00:00Z 100.00 charged'])
  succeed(await end(shop, disputeId, 'withdraw'))
  assert.equal((await planOf(shop, id)).next_attempt_at, '2026-05-01T05:00:00Z')
  assert.deepEqual(await askDoctor(api.service.app), [])
})

for (const [when, tried] of [
  ['2026-04-03T02:00:00Z', '2026-04-04T05:00:00Z'],
  ['2026-04-03T06:00:00Z', '2026-04-04T05:00:00Z'],
  // 00:30 of the 4th in Dubai.
  ['2026-04-03T20:30:00Z', '2026-04-05T05:00:00Z'],
] as const) {
  test(`silence: what fell due is tried at 09:00 of the day after a dispute that ends at ${when}`, async () => {
    const { live: shop } = await api.newMerchant()
    const { id } = await sell(shop)
    await goTo(shop, '2026-03-31T06:00:00Z')
    const disputeId = await dispute(shop, id)
    await goTo(shop, when)
    succeed(await end(shop, disputeId, 'withdraw'))
    assert.equal((await planOf(shop, id)).next_attempt_at, tried)
    await goTo(shop, '2026-04-06T06:00:00Z')
    assert.deepEqual(await chargesOf(shop, id), [`${tried} 100.00 charged`])
  })
}

test('silence: a dispute that opens in the morning of a due date keeps its charge from beginning', async () => {
  const { live: shop } = await api.newMerchant()
  const { id, phone } = await sell(shop)
  await goTo(shop, '2026-04-01T04:59:59Z')
  const disputeId = await dispute(shop, id)
  await goTo(shop, '2026-04-01T06:00:00Z')
  assert.deepEqual(await chargesOf(shop, id), [])
  succeed(await shop.call('POST', '/api/v1/disputes/approve', { dispute_ids: [disputeId] }))
  await goTo(shop, '2026-07-01T06:00:00Z')
  const { status, total } = await planOf(shop, id)
  assert.deepEqual([status, total, await chargesOf(shop, id)], ['cancelled', '0.00', []])
  assert.deepEqual(
    (await kindsOf(shop, phone)).filter((kind) => kind !== 'returned'),
    ['reminder'],
  )
})

test('one part a month in Saudi Arabia: the oldest that is open, however much is overdue', async () => {
  const { test: shop } = await api.newMerchant({ country: 'SA' })
  const id = succeed(await shop.checkout('400.00')).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '4000000000000341' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
  await goTo(shop, '2026-05-03T06:00:00Z')
  const declined = await planOf(shop, id)
  assert.deepEqual(
    declined.installments.map(({ status }) => status),
    ['paid', 'overdue', 'overdue', 'scheduled'],
  )
  // A declined attempt counts for nothing, and is for one part.
  assert.ok((await chargesOf(shop, id)).every((line) => line.endsWith('100.00 declined')))
  succeed(await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '4242424242424242' }))
  await goTo(shop, '2026-08-01T12:00:00Z')
  assert.deepEqual(
    (await chargesOf(shop, id)).filter((line) => line.endsWith('charged')),
    ['2026-05-04', '2026-06-01', '2026-07-01'].map((date) => `${date}T06:00:00Z 100.00 charged`),
  )
  assert.equal((await planOf(shop, id)).status, 'completed')
})

test('one part a month in Saudi Arabia: what customers pay on their own is not limited', async () => {
  const { test: shop } = await api.newMerchant({ country: 'SA' })
  const id = await shop.capturedPayment('400.00')
  await goTo(shop, '2026-04-02T06:00:00Z')
  assert.equal((await planOf(shop, id)).next_attempt_at, '2026-05-01T06:00:00Z')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))
  assert.equal((await planOf(shop, id)).status, 'completed')
})

test('elsewhere one charge takes all that is overdue', async () => {
  const { test: shop } = await api.newMerchant()
  const id = succeed(await shop.checkout('400.00')).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card: '4000000000000341' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
  await goTo(shop, '2026-05-03T06:00:00Z')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/card`, { number: '4242424242424242' }))
  await goTo(shop, '2026-05-04T06:00:00Z')
  assert.ok((await chargesOf(shop, id)).includes('2026-05-04T05:00:00Z 200.00 charged'))
})

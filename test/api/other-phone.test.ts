import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { newBuyer, type Shop } from '../../testkit/shop.ts'
import { type FormCustomer, fillIn, openForms, sendForm, stageFor } from '../pages/forms.ts'
import { assertRefused, openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { openScoringDouble, orderFrom, riskSecret } from '../support/scoring.ts'

const scoring = await openScoringDouble()
const api = await openTestApi({ env: { RISK_URL: scoring.url, RISK_SECRET: riskSecret, RISK_TIMEOUT_MS: '5000' } })
after(async () => {
  await api.close()
  await scoring.close()
})

const { test: shop } = await api.newMerchant()
beforeEach(() => {
  scoring.questions.length = 0
  scoring.answer({ decision: 'approve' })
})

const decisionOf = async (id: string, of: Shop = shop) =>
  succeed(await of.call('GET', `/sandbox/payments/${id}/decision`)).body.decision
const chargesOf = (id: string) => api.service.database.query(`select state from charges where payment_id = '${id}'`)

/** Opens a session, proves this phone, and pays while the scoring service answers this. */
async function payAs(phone: string, answer: object, of: Shop = shop): Promise<FormCustomer> {
  const customer = await openForms(of)
  await fillIn(customer, undefined, phone)
  scoring.answer(answer)
  await sendForm(customer, 'pay')
  return customer
}

test('the phone of the order is asked about once, another phone once more before its charge', async () => {
  const own = await openForms(shop)
  const [first] = scoring.questions
  const { phone } = first?.body.customer ?? assert.fail('nobody was asked')
  await fillIn(own, undefined, phone)
  await sendForm(own, 'pay')
  assert.equal(await stageFor(own), 'approved')
  assert.equal(scoring.questions.length, 1)
  const other = await payAs('+971501118001', { decision: 'approve', reasons: ['known'], limit: '340.00' })
  assert.equal(await stageFor(other), 'approved')
  const [, before, again] = scoring.questions.map(({ body }) => body)
  assert.notEqual(again.decision_id, before.decision_id)
  assert.deepEqual(
    { ...again, decision_id: '', at: '', customer: {} },
    { ...before, decision_id: '', at: '', customer: {} },
  )
  assert.deepEqual(again.customer, {
    ...{ phone: '+971501118001', open_exposure: '0.00', orders_last_day: 0, overdue: false },
  })
  const decision = await decisionOf(other.paymentId)
  assert.deepEqual([decision.outcome, decision.port.reasons, decision.port.limit], ['approved', ['known'], '340.00'])
  assert.deepEqual([decision.before.outcome, decision.before.port.reasons], ['approved', []])
})

const declining: [string, object][] = [
  ['a decline', { decision: 'decline', reasons: ['thin file'] }],
  ['a referral', { decision: 'refer', reasons: ['unsure'] }],
  ['a lower limit', { decision: 'approve', limit: '339.99' }],
  ['other terms', { decision: 'approve', terms: ['6xP1M'] }],
  ['nonsense', { decision: 'perhaps' }],
]
for (const [index, [name, answer]] of declining.entries()) {
  test(`${name} about the proved phone rejects the payment before its charge`, async () => {
    const customer = await payAs(`+97150111820${index}`, answer)
    assert.equal(await stageFor(customer), 'refused')
    assert.deepEqual(await chargesOf(customer.paymentId), [])
    const { outcome, reason, at, port, before } = await decisionOf(customer.paymentId)
    assert.deepEqual([outcome, reason, before.outcome], ['rejected', 'not_available', 'approved'])
    assert.match(at, /^2026-03-01T/)
    assert.equal(port.decision_id, scoring.questions[1]?.body.decision_id)
  })
}

test('an answer about another phone does not bind the phone that was proved', async () => {
  const customer = await openForms(shop)
  const limited = await openForms(shop)
  scoring.answer({ decision: 'approve', limit: '340.00' })
  const { test: own } = await api.newMerchant()
  const third = await openForms(own)
  for (const [index, one] of [customer, limited, third].entries()) {
    await fillIn(one, undefined, '+971501118301')
    scoring.answer({ decision: 'approve', limit: index === 2 ? null : '9000.00' })
    await sendForm(one, 'pay')
    assert.equal(await stageFor(one), 'approved')
  }
})

test('the limit of the answer holds for sessions that were opened before others are paid', async () => {
  scoring.answer({ decision: 'approve', limit: '500.00' })
  const buyer = newBuyer()
  const [first, second] = [await orderFrom(shop, '400.00', { buyer }), await orderFrom(shop, '400.00', { buyer })]
  const authorize = (id: string) => shop.call('POST', `/sandbox/payments/${id}/authorize`)
  succeed(await authorize(first.body.payment.id))
  assertRefused(await authorize(second.body.payment.id), 400, 'payment is not waiting for the customer')
  const { outcome, port, before } = await decisionOf(second.body.payment.id)
  assert.deepEqual([outcome, port.answer, port.limit, before.outcome], ['rejected', 'approve', '500.00', 'approved'])
  assert.equal(scoring.questions.length, 2)
})

test('a double answers about another phone, too', async () => {
  const { test: own } = await api.newMerchant()
  const customer = await openForms(own)
  succeed(await own.call('PUT', '/sandbox/decision', { decision: 'decline', reasons: ['double'] }))
  await fillIn(customer)
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'refused')
  assert.deepEqual((await decisionOf(customer.paymentId, own)).port.reasons, ['double'])
})

test('the doctor finds nothing wrong', async () => {
  assert.deepEqual(await askDoctor(api.service.app), [])
})

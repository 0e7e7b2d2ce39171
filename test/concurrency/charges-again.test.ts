import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { charged, noAnswer, scriptCards, voidedBy } from '../support/charges.ts'
import { checkLaterCharges, pass, planOf } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

const laterCharges = async (shop: Shop, id: string): Promise<string[]> => {
  const { charges } = await planOf(shop, id)
  return charges.filter(({ kind }) => kind !== 'first').map(({ at, kind, status }) => `${at} ${kind} ${status}`)
}

/** A captured live payment of the 1st of March, 10:00 UTC. */
async function sell(country: 'AE' | 'SA'): Promise<{ shop: Shop; id: string }> {
  const { live: shop } = await api.newMerchant({ country })
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone: '+971507100001', dob: '1990-04-17' }
  const id = succeed(await shop.checkout('400.00', { buyer })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '400.00', reference_id: 'c' }))
  return { shop, id }
}

test('a scheduled charge whose answer was lost is not sent again during a dispute', async () => {
  const cards = scriptCards(api.service)
  const { shop, id } = await sell('AE')
  cards.charge = noAnswer
  await pass(shop, 'P31D')
  assert.deepEqual(await laterCharges(shop, id), ['2026-04-01T05:00:00Z scheduled open'])
  const about = { payment_id: id, reason: 'not_delivered' }
  const disputeId = succeed(await shop.call('POST', '/sandbox/disputes', about)).body.dispute.id
  const sent = cards.requests.filter(({ kind }) => kind === 'charge').length
  cards.charge = async () => charged
  await checkLaterCharges(api)
  assert.equal(cards.requests.filter(({ kind }) => kind === 'charge').length, sent)
  assert.deepEqual(await laterCharges(shop, id), ['2026-04-01T05:00:00Z scheduled declined'])
  // The customer may pay meanwhile.
  succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'next' }))
  // The lost charge arrives after all.
  cards.find = async () => charged
  await checkLaterCharges(api)
  assert.equal(voidedBy(cards).length, 1)
  succeed(await shop.call('POST', `/sandbox/disputes/${disputeId}/withdraw`))
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.paid, plan.next_attempt_at], ['200.00', '2026-05-01T05:00:00Z'])
})

test('in Saudi Arabia a charge whose answer was lost is not sent again in the next month', async () => {
  const cards = scriptCards(api.service)
  const { shop, id } = await sell('SA')
  cards.charge = noAnswer
  await pass(shop, 'P31D')
  await pass(shop, 'P29D')
  cards.charge = async () => charged
  await checkLaterCharges(api)
  assert.deepEqual(await laterCharges(shop, id), ['2026-04-01T06:00:00Z scheduled charged'])
  cards.charge = noAnswer
  await pass(shop, 'P1DT23H')
  await pass(shop, 'P30D')
  cards.charge = async () => charged
  await checkLaterCharges(api)
  await pass(shop, 'P3D')
  assert.deepEqual(
    (await laterCharges(shop, id)).slice(1).map((line) => line.replace(/T\S+/, '')),
    ['2026-05-01 scheduled declined', '2026-06-01 scheduled charged'],
  )
})

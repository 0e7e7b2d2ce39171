import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { changeCard } from '../../src/money/collections/change-card.ts'
import { changeCards } from '../../src/money/collections/change-cards.ts'
import { dueCollections } from '../../src/money/collections/due-collections.ts'
import { dueLaterCharges } from '../../src/money/collections/later-charges.ts'
import { payEarly } from '../../src/money/collections/pay-early.ts'
import type { App } from '../../src/platform/app/app.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { serviceActor } from '../../src/platform/merchants/caller.ts'
import { succeed } from '../../testkit/client.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { assertRefused, openTestApi } from '../support/api.ts'
import { charged, declined, makeChargesDue, noAnswer, scriptCards } from '../support/charges.ts'
import { planOf, sendReturns } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const { limits } = service.app.cards.test
let cards = scriptCards(service)
beforeEach(() => {
  cards = scriptCards(service)
  Object.assign(service.app.cards.test, { limits })
})

const actorOf = (merchantId: string) => serviceActor(merchantId, true, 0)

/** The service, whose transaction number `at` (from 1) finds that the customer has just changed the card. */
function overtakenIn(
  number: number,
  merchantId: string,
  id: string,
  observe: () => Promise<void> = async () => undefined,
): App {
  const { db } = service.app
  const card = { token: 'another', brand: 'visa', lastFour: '4242', expiryMonth: 12, expiryYear: 2030 } as const
  let transactions = 0
  const transaction: App['db']['transaction'] = async (work) => {
    transactions += 1
    if (transactions !== number) return db.transaction(work)
    await changeCard(service.app, actorOf(merchantId), id, card)
    return db.transaction(work).finally(observe)
  }
  return { ...service.app, db: { ...db, transaction } }
}

async function checkLaterCharges(): Promise<void> {
  await makeChargesDue(service)
  await settleDue(service.app, dueLaterCharges)
}

async function writtenOff(id: string): Promise<unknown> {
  const [row] = await service.database.query(`select written_off_minor::int as minor from payments where id = '${id}'`)
  return row?.['minor']
}

test('write-off and collection are saved together or not at all, also if the card changes meanwhile', async () => {
  const { id: merchantId, test: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment('340.00')
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '86.00' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  Object.assign(service.app.cards.test, { limits: () => ({ smallestMinor: 200n, stepMinor: 1n }) })
  service.clock.advance(31 * 86_400_000)
  const observed: unknown[] = []
  const app = overtakenIn(1, merchantId, id, async () => void observed.push(await writtenOff(id)))
  await settleDue(app, dueCollections)
  assert.deepEqual(observed, [0], 'the overtaken process has written nothing')
  service.clock.advance(86_400_000)
  await settleDue(service.app, dueCollections)
  assert.equal(await writtenOff(id), 100)
  const steps = await service.database.query(
    `select from payment_timeline where payment_id = '${id}' and move = 'write_off'`,
  )
  assert.equal(steps.length, 1)
})

test('a decline during a change of the card is stored at once', async () => {
  const { id: merchantId, test: shop } = await api.newMerchant()
  const id = await shop.capturedPayment('340.00')
  cards.charge = async () => declined
  // The first transaction stores the charge, the second one its result.
  const app = overtakenIn(2, merchantId, id)
  await assert.rejects(payEarly(app, actorOf(merchantId), id, 'next'), /card was declined/)
  const { charges, card } = await planOf(shop, id)
  assert.deepEqual([charges[1]?.status, card.last_four], ['declined', '4242'])
})

test('an early payment answers with a failure if the charge or a call to the bank fails', async () => {
  const { test: shop } = await api.newMerchant()
  const pay = async (id: string) => {
    const { status, body } = await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'next' })
    return [status, body.errorType ?? body.plan.charges.at(-1).status]
  }
  const id = await shop.capturedPayment('340.00')
  const fails = async (): Promise<never> => {
    throw new Error('the connection to the processor has ended')
  }
  cards.charge = fails
  assert.deepEqual(await pay(id), [500, 'internal'])
  assert.deepEqual(await pay(id), [409, 'conflict'], 'nobody knows yet whether it was charged')
  cards.charge = async () => charged
  await checkLaterCharges()
  assert.equal((await planOf(shop, id)).charges.at(-1)?.status, 'charged')

  const confirmed = await shop.capturedPayment('340.00')
  cards.charge = async () => ({ kind: 'challenge', reference: 'reference', address: null })
  cards.answerChallenge = fails
  assert.deepEqual(await pay(confirmed), [500, 'internal'])

  cards.charge = async () => charged
  const silent = await shop.capturedPayment('340.00')
  cards.charge = noAnswer
  assert.deepEqual(await pay(silent), [200, 'open'], 'so a card is meant that never answers')
})

test('a payment that changes all the time during its charge answers as locked, for authorization and early payment', async () => {
  const { test: shop } = await api.newMerchant()
  const { queryEverywhere } = service.database
  await queryEverywhere(`create function hold() returns trigger language plpgsql as 'begin return null; end'`)
  cards.find = async () => charged
  for (const [id, table, move, body] of [
    [await shop.createdPayment('340.00'), 'payments', 'authorize', {}],
    [await shop.capturedPayment('340.00'), 'collections', 'pay', { what: 'next' }],
  ] as const) {
    cards.charge = async () => {
      await queryEverywhere(`create trigger held before update on ${table} for each row
        when (old.id = '${id}') execute function hold()`)
      return charged
    }
    const answer = await shop.call('POST', `/sandbox/payments/${id}/${move}`, body)
    assertRefused(answer, 409, 'could not acquire lock: payment is locked')
  }
  await queryEverywhere('drop function hold cascade')
})

test("a locked purchase keeps its card; the customer's other purchases get the new card", async () => {
  const { test: shop } = await api.newMerchant()
  const ids = await Promise.all([1, 2, 3].map(() => shop.capturedPayment('340.00')))
  const [row] = await service.database.query(`select phone from collections where id = '${ids[0]}'`)
  const owner = { region: 'uae', isTest: true, phone: '+971509998877' } as const
  assert.notEqual(row?.['phone'], '')
  const own = `id in (${ids.map((id) => `'${id}'`).join(', ')})`
  await service.database.query(`update collections set phone = '${owner.phone}' where ${own}`)
  const card = { token: 'another', brand: 'visa', lastFour: '1881', expiryMonth: 12, expiryYear: 2030 } as const
  const held = await holdRows(service.database.connection, `select from collections where id = '${ids[1]}' for update`)
  assert.equal(await changeCards(service.app, owner, card, ''), false)
  held.assertHeld()
  await held.release()
  const lastFour = async () => Promise.all(ids.map(async (id) => (await planOf(shop, id)).card.last_four))
  assert.deepEqual(await lastFour(), ['1881', '4242', '1881'])
  assert.equal(await changeCards(service.app, owner, card, ''), true)
  assert.deepEqual(await lastFour(), ['1881', '1881', '1881'])
})

test('concurrent failing returns of one payment are all owed again, and nothing is unresolved', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.capturedPayment('340.00')
  for (let part = 2; part <= 4; part += 1)
    succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'next' }))
  cards.refund = async () => ({ kind: 'failed' })
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '340.00' }))
  await sendReturns(api)
  const { returns, returned } = await planOf(shop, id)
  assert.deepEqual([returns.map(({ status }) => status), returned], [Array(4).fill('failed'), '0.00'])
  assert.deepEqual(
    service.logged.filter(({ msg }) => msg === 'return unresolved'),
    [],
  )
})

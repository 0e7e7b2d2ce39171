import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import type { RefundResult } from '../../src/platform/adapters/card-processor.ts'
import { day } from '../../src/platform/base/times.ts'
import type { DueWork } from '../../src/platform/due/due.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { advanceMerchantClock } from '../../src/rehearsal/sandbox/advance-clock.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'
import { scriptCards } from '../support/charges.ts'
import { pass, planOf } from '../support/plans.ts'

// Without workers: all work is done by advancing the clock.
const api = await openTestApi()
const { service } = api
const original = { ...service.app.cards.test }
after(() => api.close())

const returnsOf = async (shop: Shop, id: string): Promise<string[]> =>
  (await planOf(shop, id)).returns.map(({ amount, status }) => `${amount} ${status}`)

/** The customer's messages about returns, with their times. */
async function messagesOf({ database }: typeof service, id: string): Promise<[string, string][]> {
  const rows = await database.query(
    `select state, at from customer_messages where payment_id = '${id}' and kind = 'returned' order by at`,
  )
  return rows.map((row) => [String(row['state']), (row['at'] as Date).toISOString()])
}

/** 10.00 of 40.00 were paid, 20.00 captured, 18.00 refunded: 8.00 are to be returned. */
async function refunded(shop: Shop, card = '4242424242424242'): Promise<string> {
  const id = await shop.createdPayment('40.00')
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '20.00' }))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '18.00' }))
  return id
}

async function callerOf(merchant: NewMerchant) {
  const holder = await findKeyHolder(service.app, merchant.keys.test.secret)
  assert.ok(typeof holder !== 'string')
  return callerFrom(holder, '')
}

test('advancing first sends the returns that were due, notifies the customer, and affects no other merchant', async () => {
  const [own, other] = [await api.newMerchant(), await api.newMerchant()]
  const [id, live, foreign] = [await refunded(own.test), await refunded(own.live), await refunded(other.test)]
  assert.deepEqual(await returnsOf(own.test, id), ['8.00 waiting'])
  await pass(own.test, 'P1D')
  for (const [shop, of] of [
    [own.test, id],
    [own.live, live],
  ] as const) {
    assert.deepEqual(await returnsOf(shop, of), ['8.00 confirmed'])
    assert.deepEqual(await messagesOf(service, of), [['sent', '2026-03-01T10:00:00.000Z']])
  }
  const { messages } = succeed(await own.test.call('GET', '/sandbox/messages?phone=%2B971500000001')).body
  assert.deepEqual(
    messages.filter(({ kind }: { kind: string }) => kind === 'returned').map(({ at }: { at: string }) => at),
    ['2026-03-01T10:00:00Z'],
  )
  const [row] = await service.database.query(`select settled_at from returns where payment_id = '${id}'`)
  assert.equal(new Date(String(row?.['settled_at'])).toISOString(), '2026-03-01T10:00:00.000Z')
  assert.deepEqual(await returnsOf(other.test, foreign), ['8.00 waiting'])
})

test('a return that becomes due during an advance is sent at its own time', async () => {
  const { live } = await api.newMerchant()
  const id = await live.capturedPayment('340.00')
  succeed(await live.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered' }))
  await pass(live, 'P40D')
  assert.deepEqual(await returnsOf(live, id), ['85.00 confirmed'])
  assert.deepEqual(await messagesOf(service, id), [['sent', '2026-03-15T10:00:00.000Z']])
})

test('a return that is pending or refused at the processor is reported in the answer', async () => {
  const { test: shop } = await api.newMerchant()
  const pending = await refunded(shop, '4000000000007726')
  await pass(shop, 'P1D')
  assert.deepEqual(await returnsOf(shop, pending), ['8.00 waiting'])
  assert.deepEqual(await messagesOf(service, pending), [['sent', '2026-03-01T10:00:00.000Z']])
  const failed = await refunded(shop)
  const cards = scriptCards(service)
  cards.refund = async () => ({ kind: 'failed' })
  try {
    await pass(shop, 'P1D')
    assert.deepEqual(await returnsOf(shop, failed), ['8.00 failed'])
    assert.deepEqual((await planOf(shop, failed)).owed, '-8.00')
    // A return whose answer is lost is checked later by a worker; the answer does not wait for it.
    cards.refund = async () => {
      throw new Error('no answer')
    }
    const lost = await refunded(shop)
    await pass(shop, 'P1D')
    assert.deepEqual(await returnsOf(shop, lost), ['8.00 waiting'])
  } finally {
    Object.assign(service.app.cards.test, original)
  }
})

test('the clock waits for what a worker is sending back', async () => {
  const own = await api.newMerchant()
  const id = await refunded(own.test)
  const [requested, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<RefundResult>()]
  const cards = scriptCards(service)
  cards.refund = ({ merchantId }) => {
    if (merchantId === own.id) requested.resolve()
    return answer.promise
  }
  try {
    const worker = settleDue(service.app, dueReturns)
    await requested.promise
    // The processor answers after the advance has found the return.
    const watched: DueWork = {
      ...dueReturns,
      async isUnderWay(app, actor) {
        const isUnderWay = await dueReturns.isUnderWay?.(app, actor)
        if (isUnderWay) answer.resolve({ kind: 'refunded' })
        return isUnderWay ?? false
      },
    }
    assert.equal(await advanceMerchantClock(service.app, [watched], await callerOf(own), day), day)
    assert.deepEqual(await returnsOf(own.test, id), ['8.00 confirmed'])
    await worker
  } finally {
    answer.resolve({ kind: 'refunded' })
    Object.assign(service.app.cards.test, original)
  }
})

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { capturePayment } from '../../src/money/payments/capture-payment.ts'
import { getPaymentAnswer } from '../../src/money/payments/get-payment-answer.ts'
import type { App } from '../../src/platform/app/app.ts'
import { day, minute } from '../../src/platform/base/times.ts'
import type { Queryable } from '../../src/platform/db/db.ts'
import { type Caller, callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'
import { openOtherProcess } from '../support/service.ts'

const api = await openTestApi()
const { service } = api
const other = await openOtherProcess(service)
after(async () => {
  await other.close()
  await api.close()
})

const statements: string[] = []
let beforeAsking: (name: string) => void | Promise<void> = () => undefined
beforeEach(() => {
  statements.length = 0
  beforeAsking = () => undefined
})

const run: Queryable['run'] = async (statement, params) => {
  statements.push(statement.name)
  await beforeAsking(statement.name)
  return service.app.db.run(statement, params)
}

/** A process whose statements are recorded. */
const observedApp: App = { ...service.app, db: { ...service.app.db, run } }

async function callerOf(merchant: NewMerchant, mode: 'test' | 'live' = 'test'): Promise<Caller> {
  const holder = await findKeyHolder(service.app, merchant.keys[mode].secret)
  assert.ok(typeof holder !== 'string')
  return callerFrom(holder, '')
}

const [read, compared] = ['find_payments', 'find_unchanged_payments']

/** The answer and the statements for it. */
async function answer(caller: Caller, id: string) {
  statements.length = 0
  const body = JSON.parse(await getPaymentAnswer(observedApp, caller, id))
  return { body, statements: [...statements] }
}

test('a cached answer is compared by version and not read again until the payment has changed', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const id = await merchant.test.authorizedPayment('340.00')
  const first = await answer(caller, id)
  assert.deepEqual(first.statements, [read])
  assert.deepEqual(await answer(caller, id), { body: first.body, statements: [compared] })
  assert.deepEqual((await merchant.test.call('GET', `/api/v2/payments/${id}`)).body, first.body)
  await merchant.test.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: 'B' } })
  const renamed = await answer(caller, id)
  assert.deepEqual([renamed.statements, renamed.body.order.reference_id], [[compared, read], 'B'])
  assert.deepEqual(await answer(caller, id), { body: renamed.body, statements: [compared] })
})

test('a change by another process is visible to the very next read', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const id = await merchant.test.authorizedPayment('340.00')
  for (let captured = 0; captured < 20; captured += 1) {
    const { body } = await answer(caller, id)
    assert.equal(body.captures.length, captured)
    await capturePayment(other.app, caller, id, { amount: '1.00', reference_id: `c${captured}` })
  }
})

test('a reader never sees fewer captures than were answered before its call, nor two versions of one', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const id = await merchant.test.authorizedPayment('340.00')
  let acknowledged = 0
  let isDone = false
  const bodies = new Map<number, string>()
  async function compareOften(): Promise<void> {
    do {
      // Captures continue meanwhile, although nothing here waits for them.
      await setImmediate()
      const least = acknowledged
      const json = await getPaymentAnswer(observedApp, caller, id)
      const { captures, status } = JSON.parse(json)
      assert.ok(captures.length >= least, `${captures.length} of ${least}`)
      if (status === 'AUTHORIZED') assert.equal(bodies.get(captures.length) ?? json, json)
      bodies.set(captures.length, json)
    } while (!isDone)
  }
  const readers = [1, 2, 3, 4].map(compareOften)
  for (let turn = 0; turn < 30; turn += 1) {
    await capturePayment(other.app, caller, id, { amount: '10.00', reference_id: `c${turn}` })
    acknowledged = turn + 1
  }
  isDone = true
  await Promise.all(readers)
  assert.ok(bodies.size > 2)
})

test('cached answers are compared for keys of their merchant and mode only', async () => {
  const [one, another] = [await api.newMerchant(), await api.newMerchant()]
  const id = await one.test.createdPayment()
  const callers = [await callerOf(one, 'live'), await callerOf(another), await callerOf(another, 'live')]
  const own = await callerOf(one)
  for (let turn = 0; turn < 2; turn += 1) {
    assert.equal((await answer(own, id)).body.id, id)
    for (const stranger of callers) {
      statements.length = 0
      await assert.rejects(getPaymentAnswer(observedApp, stranger, id), /no such payment/)
      assert.deepEqual(statements, [read], 'what one merchant has read is not compared for another')
    }
  }
})

test('payments that are compared in one round trip are decided separately', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const ids = await Promise.all(Array.from({ length: 12 }, () => merchant.test.authorizedPayment('340.00')))
  for (const id of ids) await answer(caller, id)
  const changed = ids.filter((_, index) => index % 3 === 0)
  for (const id of changed) await capturePayment(other.app, caller, id, { amount: '1.00', reference_id: 'c' })
  statements.length = 0
  const twice = [...ids, ...ids]
  const bodies = await Promise.all(twice.map(async (id) => JSON.parse(await getPaymentAnswer(observedApp, caller, id))))
  assert.deepEqual(statements, [compared, read])
  assert.deepEqual(
    bodies.map(({ id, captures }) => [id, captures.length]),
    twice.map((id) => [id, changed.includes(id) ? 1 : 0]),
  )
})

test('changes by time alone are visible from their moment on', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const created = await merchant.test.createdPayment()
  service.clock.advance(30 * minute - 1)
  assert.deepEqual([(await answer(caller, created)).body.status], ['CREATED'])
  service.clock.advance(1)
  assert.deepEqual([(await answer(caller, created)).body.status], ['EXPIRED'])
  const authorized = await merchant.test.authorizedPayment('340.00')
  await service.database.query(`update payments set due_at = null where id = '${authorized}'`)
  service.clock.advance(365 * day - 1)
  assert.equal((await answer(caller, authorized)).body.cancelable, true)
  service.clock.advance(1)
  const expired = await answer(caller, authorized)
  assert.deepEqual([expired.body.cancelable, expired.statements], [false, [compared]])
  assert.deepEqual(await answer(caller, authorized), { body: expired.body, statements: [compared] })
})

test('a payment that falls due during its comparison is not answered from the cache', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const id = await merchant.test.createdPayment()
  service.clock.advance(30 * minute - 1)
  assert.equal((await answer(caller, id)).body.status, 'CREATED')
  beforeAsking = (name) => {
    if (name === compared) service.clock.advance(1)
  }
  assert.equal((await answer(caller, id)).body.status, 'EXPIRED')
})

test('an answer that was read just before its payment fell due is not used again', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const id = await merchant.test.createdPayment()
  service.clock.advance(30 * minute - 1)
  // Due between the decision and its storage.
  let reads = 0
  const now = () => {
    reads += 1
    return service.clock.now() + (reads === 1 ? 0 : 1)
  }
  const late: App = { ...observedApp, clock: { ...service.clock, now } }
  const statuses = []
  for (let turn = 0; turn < 2; turn += 1) {
    statuses.push(JSON.parse(await getPaymentAnswer(late, caller, id)).status)
  }
  assert.deepEqual(statuses, ['CREATED', 'EXPIRED'])
})

test('an advanced clock changes the answer, and a clock that is reset makes it anew', async () => {
  const merchant = await api.newMerchant()
  const id = await merchant.test.authorizedPayment('340.00')
  const get = async () => (await merchant.test.call('GET', `/api/v2/payments/${id}`)).body
  assert.equal((await get()).status, 'AUTHORIZED')
  await merchant.test.call('POST', '/sandbox/clock', { advance: 'P21D' })
  const [closed, again] = [await get(), await get()]
  assert.deepEqual([closed.status, closed.captures.length], ['CLOSED', 1])
  assert.deepEqual(again, closed)
  const caller = await callerOf(merchant)
  assert.deepEqual((await answer(caller, id)).statements, [read])
  const earlier = { ...caller, clockOffsetMs: caller.clockOffsetMs - 1 }
  assert.deepEqual((await answer(earlier, id)).statements, [compared])
})

test('a removed payment is not answered from the cache', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const id = await merchant.test.authorizedPayment('340.00')
  await answer(caller, id)
  const reset = await merchant.test.call('POST', '/sandbox/reset')
  assert.equal(reset.status, 200, reset.text)
  for (const expected of [[compared, read], [read]]) {
    statements.length = 0
    await assert.rejects(getPaymentAnswer(observedApp, caller, id), /no such payment/)
    assert.deepEqual(statements, expected)
  }
})

test('an answer is cached for a minute, and a large one not at all', async () => {
  const merchant = await api.newMerchant()
  const caller = await callerOf(merchant)
  const items = Array.from({ length: 250 }, (_, index) => ({
    reference_id: String(index),
    title: 'x'.repeat(255),
    quantity: 1,
    unit_price: '1.00',
    category: 'Clothes',
  }))
  const { body, text } = await merchant.test.checkout('340.00', { order: { reference_id: 'large', items } })
  assert.ok(body.payment, text)
  const [small, large] = [await merchant.test.authorizedPayment('340.00'), body.payment.id]
  await answer(caller, small)
  service.clock.advance(minute - 1)
  assert.deepEqual((await answer(caller, small)).statements, [compared])
  service.clock.advance(2)
  assert.deepEqual((await answer(caller, small)).statements, [read])
  for (let turn = 0; turn < 2; turn += 1) assert.deepEqual((await answer(caller, large)).statements, [read])
})

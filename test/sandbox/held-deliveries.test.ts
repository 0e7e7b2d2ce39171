import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import type { Receiver } from '../../testkit/receiver.ts'
import { until } from '../support/charges.ts'
import type { TestService } from '../support/service.ts'
import { type FaultyService, type FaultyShop, openFaultyService } from './faulty-service.ts'

let faulty: FaultyService
let receiver: Receiver
let service: TestService
let shop: FaultyShop
before(async () => {
  faulty = await openFaultyService()
  ;({ receiver, service } = faulty)
})
after(() => faulty.close())
beforeEach(async () => {
  shop = await faulty.newShop()
})
afterEach(() => faulty.tidy())

const statuses = (): string[] => receiver.received.map(({ body }) => body.status)

test('duplicates keep their configured gap when the process that sent the first one has ended', async () => {
  await shop.addFault({ kind: 'duplicate', count: 2, gap_ms: 90_000 })
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  await shop.untilHeld(id)
  await faulty.stopAll()
  assert.equal(receiver.received.length, 1)
  faulty.dispatch()
  faulty.pass(90_000)
  await receiver.waitFor(2)
  await shop.untilState(id, 'delivered')
  await faulty.untilDone()
})

test('a copy that cannot be counted is not sent', async () => {
  const { query } = service.database
  await query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`)
  await query('create trigger refuse before update on disturbed_deliveries for each row execute function refuse()')
  await shop.addFault({ kind: 'duplicate', count: 2 })
  faulty.dispatch(2)
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1)
  await faulty.stopAll()
  const { state, attempts } = await shop.deliveryOf(id)
  assert.deepEqual([state, attempts.length, receiver.received.length], ['delivered', 1, 1])
  await query('drop trigger refuse on disturbed_deliveries')
  await query('delete from disturbed_deliveries')
})

test('delay: sent after its time, without an attempt before', async () => {
  await shop.addFault({ kind: 'late', ms: 60_000 })
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  await shop.untilHeld(id)
  const { state, attempts, next_attempt_at } = await shop.deliveryOf(id)
  assert.deepEqual([state, attempts.length], ['waiting', 0])
  assert.equal(Date.parse(next_attempt_at ?? ''), service.clock.now() + 60_000)
  await faulty.stopAll()
  faulty.dispatch()
  faulty.pass(60_000)
  await shop.untilState(id, 'delivered')
  assert.equal(receiver.received.length, 1)
})

test("reorder: sent after the payment's next notification, by any process", async () => {
  await shop.addFault({ kind: 'reorder' }, { on: { notification: 'authorized' } })
  faulty.dispatch(3)
  const id = await shop.authorizedPayment('10.00')
  const other = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, ({ body }) => body.id === other)
  await shop.untilHeld(id)
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  await shop.untilState(id, 'delivered')
  const ofPayment = receiver.received.filter(({ body }) => body.id === id)
  assert.deepEqual(
    ofPayment.map(({ body }) => body.status),
    ['closed', 'authorized'],
  )
  await faulty.untilDone()
})

test('reorder: two notifications of one moment swap places', async () => {
  await shop.addFault({ kind: 'reorder' }, { on: { notification: 'authorized' }, when: { times: 20 } })
  const ids = await Promise.all(Array.from({ length: 20 }, () => shop.authorizedPayment('10.00')))
  await Promise.all(ids.map((id) => shop.call('POST', `/api/v2/payments/${id}/close`)))
  faulty.dispatch(4)
  for (const id of ids) await shop.untilState(id, 'delivered')
  for (const id of ids) {
    const ofPayment = receiver.received.filter(({ body }) => body.id === id)
    assert.deepEqual(
      ofPayment.map(({ body }) => body.status),
      ['closed', 'authorized'],
    )
  }
})

test('deliver now: sends the delayed ones, and the reordered ones after the next notification', async () => {
  await shop.addFault({ kind: 'reorder' }, { on: { notification: 'authorized' } })
  await shop.addFault({ kind: 'late', ms: 3_600_000 }, { on: { notification: 'closed' } })
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  await shop.untilHeld(id)
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  await until(async () => (await service.database.query('select from disturbed_deliveries')).length === 2)
  assert.deepEqual(succeed(await shop.call('POST', '/sandbox/deliver')).body, { attempted: 2 })
  assert.deepEqual(statuses(), ['closed', 'authorized'])
})

test('reorder: without a next notification it is sent by "deliver now"', async () => {
  await shop.addFault({ kind: 'reorder' })
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  await shop.untilHeld(id)
  assert.deepEqual(succeed(await shop.call('POST', '/sandbox/deliver')).body, { attempted: 1 })
  await shop.untilState(id, 'delivered')
})

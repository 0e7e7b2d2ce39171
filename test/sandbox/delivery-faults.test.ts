import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { startWorkers } from '../../src/entries/workers.ts'
import { succeed } from '../../testkit/client.ts'
import { isSignedBy, type Received, type Receiver } from '../../testkit/receiver.ts'
import { until } from '../support/charges.ts'
import type { TestService } from '../support/service.ts'
import { type FaultyService, type FaultyShop, header, openFaultyService } from './faulty-service.ts'

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

/** The background work of a sandbox process. */
async function startAll(): Promise<void> {
  const workers = await startWorkers(service.app)
  faulty.cleanUp(() => workers.stop())
}

const isSigned = (one: Received): boolean => isSignedBy(one, shop.secret)

/** In seconds. */
function ageOf({ headers }: Received): number {
  return service.clock.now() / 1_000 - Number(headers['webhook-timestamp'])
}

test('duplicate: arrives as often as configured, with the same id and body, each with its own signature time', async () => {
  const fault = await shop.addFault({ kind: 'duplicate', count: 3 })
  faulty.dispatch(2)
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(3)
  await shop.untilState(id, 'delivered')
  const { received } = receiver
  assert.equal(received.length, 3)
  assert.equal(new Set(received.map(({ headers, text }) => `${headers['webhook-id']} ${text}`)).size, 1)
  assert.ok(received.every(isSigned))
  assert.equal((await shop.deliveryOf(id)).attempts.length, 3)
  assert.equal(await shop.hitsOf(fault), 1)
  // The next notification is not affected.
  await shop.authorizedPayment('10.00')
  await receiver.waitFor(4)
})

test('duplicate: concurrent copies are under way at the same time', async () => {
  await shop.addFault({ kind: 'duplicate', count: 4, concurrent: true })
  receiver.open.most = 0
  const all = Promise.withResolvers<void>()
  receiver.answer = async (_request, response) => {
    if (receiver.open.now === 4) all.resolve()
    await all.promise
    response.end('ok')
  }
  faulty.dispatch()
  await shop.authorizedPayment('10.00')
  await receiver.waitFor(4)
  assert.equal(receiver.open.most, 4)
  await faulty.stopAll()
})

test('unknown member: every attempt has a member that the reference lacks, and is signed with it', async () => {
  await shop.addFault({ kind: 'unknown_member' }, { when: { times: 2 } })
  faulty.dispatch()
  receiver.answer = (_request, response) => void response.writeHead(receiver.received.length === 1 ? 500 : 200).end()
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1)
  await until(async () => (await shop.deliveryOf(id)).attempts.length === 1)
  faulty.pass(240_000)
  await shop.untilState(id, 'delivered')
  await shop.authorizedPayment('10.00')
  await receiver.waitFor(3)
  assert.ok(receiver.received.every(isSigned))
  const members = receiver.received.map(({ text }) => 'introduced_later' in JSON.parse(text))
  assert.deepEqual(members, [true, true, false])
})

test('drop: the configured number of attempts is never sent, and each counts as failed', async () => {
  const fault = await shop.addFault({ kind: 'drop' }, { when: { times: 2 } })
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  for (const count of [1, 2]) {
    await until(async () => (await shop.deliveryOf(id)).attempts.length === count)
    faulty.pass(240_000)
  }
  await shop.untilState(id, 'delivered')
  const { attempts } = await shop.deliveryOf(id)
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [null, null, 200],
  )
  assert.deepEqual(
    attempts.slice(0, 2).map(({ answer }) => answer),
    ['connection refused', 'connection refused'],
  )
  assert.equal(receiver.received.length, 1)
  assert.equal(await shop.hitsOf(fault), 2)
})

test('forged: each differs in one way from the real notification and is not counted as an attempt', async () => {
  await shop.addFault({ kind: 'forged' })
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  await shop.untilState(id, 'delivered')
  const { received } = receiver
  assert.equal(received.length, 5)
  assert.equal((await shop.deliveryOf(id)).attempts.length, 1)
  const deliveries = received.map((one) => ({
    header: one.headers['x-shop'] === header.value,
    signature: isSigned(one),
    isFresh: ageOf(one) < 300,
    amount: one.body.amount,
  }))
  const ours = { header: true, signature: true, isFresh: true, amount: '10.00' }
  assert.deepEqual(deliveries, [
    { ...ours, header: false },
    { ...ours, signature: false },
    { ...ours, isFresh: false },
    { ...ours, signature: false, amount: '910.00' },
    ours,
  ])
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 5)
})

test('forged: unanswered ones delay the real notification by five seconds in total', async () => {
  await shop.addFault({ kind: 'forged' })
  const isOurs = (one: Received): boolean => one.headers['x-shop'] === header.value && isSigned(one) && ageOf(one) < 300
  const hanging: ServerResponse[] = []
  receiver.answer = (one, response) => void (isOurs(one) ? response.end('ok') : hanging.push(response))
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  const [first] = await receiver.waitFor(1)
  const [ours] = await receiver.waitFor(1, isOurs, 30_000)
  await shop.untilState(id, 'delivered')
  assert.equal(hanging.length, 4)
  for (const response of hanging) response.end('too late')
  const waitedMs = (ours?.at ?? 0) - (first?.at ?? 0)
  assert.ok(waitedMs < 15_000, `${waitedMs} ms`)
})

test('the journal has every delivery that a rule affected, also forged ones, and names the rule', async () => {
  const fault = await shop.addFault({ kind: 'forged', as: 'signature' }, { on: { notification: 'authorized' } })
  const double = await shop.addFault(
    { kind: 'duplicate', count: 2, concurrent: true },
    { on: { notification: 'closed' } },
  )
  await startAll()
  const id = await shop.authorizedPayment('10.00')
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  await receiver.waitFor(4)
  await shop.untilState(id, 'delivered', 1)
  const entries = async () => {
    const { body } = await shop.call('GET', `/sandbox/journal?payment_id=${id}`)
    return body.entries.filter(({ kind }: { kind: string }) => kind === 'delivery')
  }
  await until(async () => (await entries()).length === 4)
  const injected = (await entries()).map((entry: { request_id: string; fault_id: string }) => [
    entry.request_id,
    entry.fault_id,
  ])
  const [forged, ours, ...twice] = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(twice).size, 1)
  const expected = [
    [forged, fault],
    [ours, fault],
    [twice[0], double],
    [twice[1], double],
  ]
  assert.deepEqual(injected.map(String).sort(), expected.map(String).sort())
})

test('forged: one kind can be chosen; without header and signature it is the amount', async () => {
  await shop.addFault({ kind: 'forged', as: 'stale' })
  faulty.dispatch()
  await shop.authorizedPayment('10.00')
  await receiver.waitFor(2)
  const [stale, ours] = receiver.received
  assert.ok(Number(ours?.headers['webhook-timestamp']) - Number(stale?.headers['webhook-timestamp']) >= 3_600)

  shop = await faulty.newShop({ isPlain: true })
  await shop.addFault({ kind: 'forged', as: 'header' })
  await shop.authorizedPayment('10.00')
  const plain = await receiver.waitFor(2, ({ path }) => path === '/plain')
  assert.deepEqual(
    plain.map(({ body }) => body.amount),
    ['910.00', '10.00'],
  )
})

test('rules apply to their status, payment and merchant only', async () => {
  await shop.addFault({ kind: 'drop' }, { on: { notification: 'closed' } })
  faulty.dispatch()
  const id = await shop.authorizedPayment('10.00')
  await shop.untilState(id, 'delivered')
  const one = await shop.createdPayment('10.00')
  await shop.addFault({ kind: 'late', ms: 1_000_000 }, { on: { notification: '*', payment_id: one } })
  const free = await shop.authorizedPayment('10.00')
  succeed(await shop.call('POST', `/sandbox/payments/${one}/authorize`))
  await shop.untilState(free, 'delivered')
  await shop.untilHeld(one)
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  await until(async () => (await shop.deliveryOf(id, 1)).attempts.length === 1)
  assert.equal((await shop.deliveryOf(id, 1)).state, 'waiting')
})

test('production reads no rules and sends normally', async () => {
  await shop.addFault({ kind: 'drop' }, { when: { times: 100 } })
  const id = await shop.authorizedPayment('10.00')
  const tables = 'faults, fault_counts, disturbed_deliveries'
  await service.database.query(`revoke all on ${tables} from qist_service`)
  const workers = await startWorkers({
    ...service.app,
    config: { ...service.app.config, mode: 'production', rehearsal: false },
  })
  faulty.cleanUp(() => workers.stop())
  await shop.untilState(id, 'delivered')
  assert.equal((await shop.deliveryOf(id)).attempts.length, 1)
  await service.database.query(`grant select, insert, update, delete on ${tables} to qist_service`)
})

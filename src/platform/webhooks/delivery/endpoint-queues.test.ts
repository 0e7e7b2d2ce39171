import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EndpointQueues, type QueuedDelivery, type QueueLimits, usualLimits } from './endpoint-queues.ts'

const item = (endpointId: string, subjectId = `${endpointId} ${Math.random()}`): QueuedDelivery => ({
  endpointId,
  subjectId,
})

/** Queues that record each deferred delivery with its delay. */
function newQueues(limits: Partial<QueueLimits> = {}) {
  const deferred: [QueuedDelivery, number][] = []
  const defer = (one: QueuedDelivery, delayMs: number): void => void deferred.push([one, delayMs])
  return { queues: new EndpointQueues<QueuedDelivery>(defer, { ...usualLimits, ...limits }), deferred }
}

function takeAll(queues: EndpointQueues<QueuedDelivery>): QueuedDelivery[] {
  const started: QueuedDelivery[] = []
  for (let next = queues.next(); next !== undefined; next = queues.next()) started.push(next)
  return started
}

const idsOf = (items: readonly QueuedDelivery[]): string[] => items.map(({ endpointId }) => endpointId)

test('an endpoint has at most four requests at once', () => {
  const { queues, deferred } = newQueues()
  for (let count = 0; count < 10; count += 1) queues.add(item('a'), false, 0)
  const first = takeAll(queues)
  assert.deepEqual([first.length, queues.queued, deferred.length], [4, 6, 0])
  queues.end(first[0] as QueuedDelivery, 'delivered', 5, 0)
  assert.equal(takeAll(queues).length, 1)
})

test('events of one payment go to an endpoint one after the other, and do not delay another payment', () => {
  const { queues } = newQueues()
  const [first, second, other] = [item('a', 'p'), item('a', 'p'), item('a', 'q')]
  for (const one of [first, second, other]) queues.add(one, false, 0)
  assert.deepEqual(takeAll(queues), [first, other])
  queues.end(first, 'failed', 5, 0)
  assert.deepEqual(takeAll(queues), [second])
})

test('a thousand endpoints that hang leave slots for one that does not', () => {
  const { queues } = newQueues()
  let hanging = 0
  for (let count = 0; count < 1_000; count += 1) {
    queues.add(item(`dead ${count}`), false, 0)
    // By the time of the next deliveries all of these are slow.
    for (const one of takeAll(queues)) {
      queues.markSlow(one, 1_000)
      hanging += 1
    }
  }
  assert.equal(hanging, 1_000)
  queues.add(item('well'), false, 1_000)
  assert.deepEqual(idsOf(takeAll(queues)), ['well'])
})

test('fast requests are limited, and endpoints take turns', () => {
  const { queues } = newQueues({ fast: 3 })
  for (const endpointId of ['a', 'a', 'a', 'b', 'c']) queues.add(item(endpointId), false, 0)
  const first = takeAll(queues)
  assert.deepEqual(idsOf(first), ['a', 'b', 'c'])
  queues.end(first[1] as QueuedDelivery, 'delivered', 5, 0)
  assert.deepEqual(idsOf(takeAll(queues)), ['a'])
})

test('endpoints without an answer yet leave slots for those that answer', () => {
  const { queues } = newQueues({ fast: 4, fastUnhealthy: 2 })
  const well = item('well')
  queues.add(well, false, 0)
  assert.deepEqual(takeAll(queues), [well])
  queues.end(well, 'delivered', 5, 0)
  for (const endpointId of ['a', 'b', 'c', 'd', 'well']) queues.add(item(endpointId), false, 0)
  assert.deepEqual(idsOf(takeAll(queues)), ['a', 'b', 'well'])
})

test('a delivery to a healthy endpoint is never deferred for longer than its queue takes', () => {
  const { queues, deferred } = newQueues({ queuePerEndpoint: 10 })
  for (let count = 0; count < 1_000; count += 1) queues.add(item('a'), false, 0)
  assert.equal(deferred.length, 990)
  assert.ok(deferred.every(([, delayMs]) => delayMs <= 20))
})

test('deliveries behind an endpoint that hangs are deferred, later each time', () => {
  const { queues, deferred } = newQueues()
  for (let count = 0; count < 10; count += 1) queues.add(item('a'), false, 0)
  for (const one of takeAll(queues)) queues.markSlow(one, 1_000)
  assert.deepEqual([deferred.length, queues.queued], [6, 0])
  queues.add(item('a'), false, 1_000)
  const delays = deferred.map(([, delayMs]) => delayMs)
  assert.deepEqual(
    delays,
    [...new Set(delays)].sort((a, b) => a - b),
  )
  assert.ok(delays.length === 7 && delays.every((delayMs) => delayMs > 0 && delayMs <= usualLimits.maxDeferralMs))
})

test('a failing endpoint gets two requests at once until it answers well', () => {
  const { queues } = newQueues()
  for (let count = 0; count < 5; count += 1) queues.add(item('a'), true, 0)
  const running = takeAll(queues)
  assert.equal(running.length, 2)
  queues.end(running[0] as QueuedDelivery, 'delivered', 5, 0)
  for (let count = 0; count < 5; count += 1) queues.add(item('a'), false, 0)
  assert.equal(takeAll(queues).length, 3)
})

test("a cancelled delivery frees its slot, and does not affect its endpoint's health", () => {
  const { queues, deferred } = newQueues({ fast: 1 })
  for (const subjectId of ['p', 'p', 'q']) queues.add(item('a', subjectId), false, 0)
  for (let count = 0; count < 3; count += 1) queues.skip(takeAll(queues)[0] as QueuedDelivery)
  assert.deepEqual([queues.queued, deferred, takeAll(queues)], [0, [], []])
})

test('an endpoint without pending deliveries may have four requests at once again', () => {
  const { queues } = newQueues()
  for (const outcome of ['delivered', 'failed', 'delivered'] as const) {
    queues.add(item('a'), false, 0)
    queues.end(takeAll(queues)[0] as QueuedDelivery, outcome, 5, 0)
    assert.deepEqual([queues.queued, queues.clear()], [0, []])
  }
  for (let count = 0; count < 5; count += 1) queues.add(item('a'), false, 0)
  assert.equal(takeAll(queues).length, 4)
})

/** Ends a delivery to the endpoint as not sent, for a reason on our side. Returns the delay. */
function failToSend(endpointId: string, now: number, { queues, deferred }: ReturnType<typeof newQueues>): number {
  queues.add(item(endpointId), false, now)
  for (const one of takeAll(queues)) queues.end(one, 'not sent', 0, now)
  return deferred.at(-1)?.[1] ?? 0
}

test('each failure on our side doubles the wait, up to five minutes', () => {
  const all = newQueues()
  const waits: number[] = []
  let now = 0
  for (let count = 0; count < 12; count += 1) {
    waits.push(failToSend('a', now, all))
    now += waits.at(-1) ?? 0
  }
  assert.deepEqual(waits.slice(0, 4), [1_000, 2_000, 4_000, 8_000])
  assert.equal(waits.at(-1), 300_000)
  all.queues.add(item('a'), false, now)
  all.queues.end(takeAll(all.queues)[0] as QueuedDelivery, 'failed', 5, now)
  assert.equal(failToSend('a', now, all), 1_000, 'something was sent: nothing stands in the way any more')
})

test("simultaneous failures on our side count as one, and defer only that endpoint's queue", () => {
  const { queues, deferred } = newQueues()
  for (let count = 0; count < 6; count += 1) queues.add(item('a'), false, 0)
  for (const [index, one] of takeAll(queues).entries()) queues.end(one, 'not sent', 0, index * 100)
  queues.add(item('a'), false, 400)
  assert.deepEqual(
    deferred.map(([, delayMs]) => delayMs),
    [1_000, 1_000, 1_000, 900, 800, 700, 600],
  )
  for (const endpointId of ['a', 'b']) queues.add(item(endpointId), false, endpointId === 'a' ? 999 : 400)
  assert.deepEqual([deferred.at(-1)?.[1], idsOf(takeAll(queues))], [1, ['b']])
  queues.add(item('a'), false, 1_000)
  assert.deepEqual(idsOf(takeAll(queues)), ['a'])
})

test('at most ten thousand idle endpoints are remembered', () => {
  const all = newQueues()
  for (let count = 0; count <= 10_000; count += 1) failToSend(String(count), 0, all)
  all.queues.add(item('10000'), false, 1)
  assert.equal(all.deferred.at(-1)?.[1], 999)
  all.queues.add(item('0'), false, 1)
  assert.deepEqual(idsOf(takeAll(all.queues)), ['0'])
})

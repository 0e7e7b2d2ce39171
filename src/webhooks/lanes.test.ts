import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Laned, Lanes, usualLimits } from './lanes.ts'

const item = (webhookId: string, subjectId = `${webhookId} ${Math.random()}`): Laned => ({ webhookId, subjectId })

function take(lanes: Lanes<Laned>): Laned[] {
  const taken: Laned[] = []
  for (let next = lanes.next(); next !== undefined; next = lanes.next()) taken.push(next)
  return taken
}

test('a webhook is asked no more than four things at once', () => {
  const lanes = new Lanes<Laned>()
  for (let count = 0; count < 10; count += 1) assert.equal(lanes.add(item('a'), false, 0), undefined)
  const first = take(lanes)
  assert.deepEqual([first.length, lanes.running, lanes.queued], [4, 4, 6])
  lanes.end(first[0] as Laned, true, 5, 0)
  assert.equal(take(lanes).length, 1)
})

test('events of one payment go to a webhook one after the other, and do not hold up another payment', () => {
  const lanes = new Lanes<Laned>()
  const [first, second, other] = [item('a', 'p'), item('a', 'p'), item('a', 'q')]
  for (const one of [first, second, other]) lanes.add(one, false, 0)
  assert.deepEqual(take(lanes), [first, other])
  lanes.end(first, false, 5, 0)
  assert.deepEqual(take(lanes), [second])
})

test('a thousand webhooks that hang leave room for one that does not', () => {
  const lanes = new Lanes<Laned>()
  const hanging: Laned[] = []
  for (let count = 0; count < 1_000; count += 1) {
    lanes.add(item(`dead ${count}`), false, 0)
    for (const one of take(lanes)) hanging.push(one)
    // They have all taken too long by the time the next ones come.
    for (const one of hanging.splice(0)) lanes.markSlow(one, 1_000)
  }
  assert.equal(lanes.running, 1_000)
  lanes.add(item('well'), false, 1_000)
  assert.deepEqual(
    take(lanes).map((one) => one.webhookId),
    ['well'],
  )
})

test('brisk requests are bounded, and lanes take turns', () => {
  const lanes = new Lanes<Laned>({ ...usualLimits, brisk: 3 })
  for (const webhookId of ['a', 'a', 'a', 'b', 'c']) lanes.add(item(webhookId), false, 0)
  const first = take(lanes)
  assert.deepEqual(
    first.map((one) => one.webhookId),
    ['a', 'b', 'c'],
  )
  lanes.end(first[1] as Laned, true, 5, 0)
  assert.deepEqual(
    take(lanes).map((one) => one.webhookId),
    ['a'],
  )
})

test('webhooks that nobody has heard from leave room for those that answer', () => {
  const lanes = new Lanes<Laned>({ ...usualLimits, brisk: 4, briskUnproven: 2 })
  const well = item('well')
  lanes.add(well, false, 0)
  assert.deepEqual(take(lanes), [well])
  lanes.end(well, true, 5, 0)
  for (const webhookId of ['a', 'b', 'c', 'd', 'well']) lanes.add(item(webhookId), false, 0)
  assert.deepEqual(
    take(lanes).map((one) => one.webhookId),
    ['a', 'b', 'well'],
  )
})

test('a webhook that answers well is never put off for longer than its queue takes', () => {
  const lanes = new Lanes<Laned>({ ...usualLimits, queuePerWebhook: 10 })
  const delays = Array.from({ length: 1_000 }, () => lanes.add(item('a'), false, 0)).filter(
    (delayMs) => delayMs !== undefined,
  )
  assert.equal(delays.length, 990)
  assert.ok(delays.every((delayMs) => delayMs <= 20))
})

test('what waits behind a webhook that hangs is put off, further and further', () => {
  const lanes = new Lanes<Laned>()
  for (let count = 0; count < 10; count += 1) lanes.add(item('a'), false, 0)
  const running = take(lanes)
  const putOff = running.flatMap((one) => lanes.markSlow(one, 1_000))
  assert.deepEqual([putOff.length, lanes.queued], [6, 0])
  const delays = putOff.map(([, delayMs]) => delayMs)
  assert.deepEqual(
    [...delays].sort((a, b) => a - b),
    delays,
  )
  assert.ok(delays.every((delayMs) => delayMs > 0 && delayMs <= usualLimits.longestPutOffMs))
  const later = lanes.add(item('a'), false, 1_000)
  assert.ok(later !== undefined && later > (delays.at(-1) ?? 0))
})

test('a failing webhook gets two requests at once until it answers well', () => {
  const lanes = new Lanes<Laned>()
  for (let count = 0; count < 5; count += 1) lanes.add(item('a'), true, 0)
  const running = take(lanes)
  assert.equal(running.length, 2)
  lanes.end(running[0] as Laned, true, 5, 0)
  for (let count = 0; count < 5; count += 1) lanes.add(item('a'), false, 0)
  assert.equal(lanes.running + take(lanes).length, 4)
})

test('nothing is remembered of a webhook that has nothing to do', () => {
  const lanes = new Lanes<Laned>()
  for (const succeeded of [true, false]) {
    lanes.add(item('a'), false, 0)
    const [one] = take(lanes)
    lanes.end(one as Laned, succeeded, 5, 0)
    assert.deepEqual([lanes.running, lanes.queued, lanes.clear()], [0, 0, []])
  }
})

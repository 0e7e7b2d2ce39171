import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { newOrderedId } from '../../src/platform/base/ids.ts'
import { day } from '../../src/platform/base/times.ts'
import { disableWebhook } from '../../src/platform/webhooks/endpoints/webhooks.ts'
import { countReplay } from '../../src/platform/webhooks/replays/count-replay.ts'
import { replayLimits } from '../../src/platform/webhooks/replays/replay.ts'
import { findMissingSince, findReplay, stopReplay } from '../../src/platform/webhooks/replays/replays.ts'
import { addNotifications } from '../../testkit/add-notifications.ts'
import type { NotifyingService } from '../support/notified-shop.ts'
import {
  assertInOrder,
  idOf,
  now,
  openReplayingService,
  pathOf,
  type ReplayingService,
  whole,
} from '../support/replays.ts'

let notifying: NotifyingService
let newShop: ReplayingService['newShop']
let replay: ReplayingService['replay']
let untilState: ReplayingService['untilState']
let untilQuiet: ReplayingService['untilQuiet']
let addTo: ReplayingService['addTo']
let arrivedAt: ReplayingService['arrivedAt']

before(async () => {
  ;({ notifying, newShop, replay, untilState, untilQuiet, addTo, arrivedAt } = await openReplayingService())
})
after(() => notifying.close())
afterEach(() => {
  notifying.receiver.answer = (_request, response) => void response.end('ok')
})

const nothing = async (): Promise<void> => undefined

test('replay: what has not arrived is sent once, in the order of each payment; what has arrived is left out', async () => {
  const shop = await newShop()
  const delivered = await addTo(shop, { state: 'delivered' })
  const missing = [...(await addTo(shop)), ...(await addTo(shop, { state: 'dropped', payments: 2, each: 2 }))]
  // Of the time when the webhook was disabled: without a delivery.
  const unsent = await addNotifications(notifying.service.database.query, {
    ...{ webhookId: shop.webhookId, payments: 1, each: 2, from: now - day },
  })
  await addTo(shop, { from: now - 40 * day })
  assert.equal((await replay(shop)).started, 'started')
  const { total, isMore, delivered: count, failed } = await untilState(shop, 'finished')
  assert.deepEqual([total, isMore, count, failed], [21, false, 21, 0])
  assert.deepEqual(arrivedAt(shop).map(idOf).sort(), [...missing, ...unsent].sort())
  assertInOrder(arrivedAt(shop))

  await replay(shop, { onlyMissing: false })
  assert.equal((await untilState(shop, 'finished')).delivered, 36)
  assert.deepEqual(arrivedAt(shop).slice(21).map(idOf).sort(), [...delivered, ...missing, ...unsent].sort())
  assertInOrder(arrivedAt(shop).slice(21))
  const texts = Map.groupBy(arrivedAt(shop), idOf)
  for (const one of [...missing, ...unsent]) assert.equal(new Set(texts.get(one)?.map(({ text }) => text)).size, 1)
})

test('replay: pressed twice at once, and by two people, it starts once', async () => {
  const shop = await newShop()
  notifying.receiver.answer = (_request, response) => void response.writeHead(500).end()
  const ids = await addTo(shop)
  const [mine, yours] = [newOrderedId(), newOrderedId()]
  const all = await Promise.all([mine, mine, yours, yours, mine].map((id) => replay(shop, {}, id)))
  const counts = Map.groupBy(all, ({ started }) => started)
  assert.equal(counts.get('started')?.length, 1)
  const { id: first } = counts.get('started')?.[0] ?? assert.fail()
  for (const { id, started } of all) if (id !== first) assert.equal(started, 'refused')
  notifying.receiver.answer = (_request, response) => void response.end('ok')
  await untilState(shop, 'finished')
  // An old tab.
  assert.equal((await replay(shop, {}, first)).started, 'known')
  assert.equal((await findReplay(notifying.service.app, shop.merchantId, shop.webhookId))?.id, first)
  const arrived = Map.groupBy(arrivedAt(shop), idOf)
  assert.deepEqual([...arrived.keys()].sort(), ids.sort())
})

test('replay: it pauses while the address fails, with one request at a time, and goes on by itself', async () => {
  const shop = await newShop()
  notifying.receiver.answer = ({ path }, response) => {
    response.statusCode = path === pathOf(shop) ? 503 : 200
    response.end()
  }
  await addTo(shop, { payments: 40, each: 2 })
  await replay(shop)
  await untilState(shop, 'paused')
  // The first notification and its retries, however long it takes.
  await untilQuiet(shop)
  await wait(4 * replayLimits.stepMs)
  assert.deepEqual(new Set(arrivedAt(shop).map(idOf)).size, 1)
  assert.equal(arrivedAt(shop).length, 3)
  const paused = await untilState(shop, 'paused')
  assert.deepEqual([paused.delivered, paused.failed, paused.underWay], [0, 0, 0])

  notifying.receiver.answer = (_request, response) => void response.end('ok')
  notifying.service.clock.advance(replayLimits.longestProbeMs)
  assert.equal((await untilState(shop, 'finished')).delivered, 80)
  const succeeded = arrivedAt(shop).slice(3)
  assert.equal(new Set(succeeded.map(idOf)).size, 80)
  assert.equal(succeeded.length, 80)
  assertInOrder(succeeded)
})

test('replay: an event that arrives by another way makes it go on at once', async () => {
  const shop = await newShop()
  let isDown = true
  notifying.receiver.answer = ({ path }, response) => {
    response.statusCode = isDown && path === pathOf(shop) ? 503 : 200
    response.end()
  }
  await addTo(shop)
  await replay(shop)
  await untilQuiet(shop)
  isDown = false
  await shop.shop.authorizedPayment()
  assert.equal((await untilState(shop, 'finished')).delivered, 15)
})

test('replay: a notification that only fails by itself is given up, and holds up no other payment', async () => {
  const shop = await newShop()
  const [broken] = await addTo(shop, { payments: 30, each: 2 })
  notifying.receiver.answer = (one, response) => {
    response.statusCode = idOf(one) === broken ? 500 : 200
    response.end()
  }
  await replay(shop)
  // It is the first one, so the address seems to fail.
  await untilQuiet(shop)
  notifying.service.clock.advance(replayLimits.longestProbeMs)
  // Tried again among the others, it is given up, and the next one of its payment follows.
  await notifying.untilSome(`select from webhook_replays where webhook_id = '${shop.webhookId}' and failed = 1`)
  notifying.service.clock.advance(replayLimits.longestProbeMs)
  const over = await untilState(shop, 'finished')
  assert.deepEqual([over.delivered, over.failed], [59, 1])
})

test('replay: stopped, it sends nothing more; a disabled webhook ends it; a removed one has none', async () => {
  const shop = await newShop()
  const { app } = notifying.service
  const key = { merchantId: shop.merchantId, webhookId: shop.webhookId }
  await addTo(shop, { payments: 200, each: 2 })
  const { id } = await replay(shop)
  await notifying.receiver.waitFor(10, ({ path }) => path === pathOf(shop))
  assert.equal(await stopReplay(app, { ...key, id }, nothing), true)
  assert.equal(await stopReplay(app, { ...key, id }, nothing), false)
  await notifying.untilNone(`select from deliveries where webhook_id = '${shop.webhookId}' and state = 'waiting'`)
  const soFar = arrivedAt(shop).length
  await wait(3 * replayLimits.stepMs)
  assert.equal(arrivedAt(shop).length, soFar)
  assert.ok(soFar < 200, String(soFar))

  await replay(shop)
  await disableWebhook(app, key.merchantId, key.webhookId)
  await untilState(shop, 'disabled')
  assert.equal((await replay(shop)).started, 'refused')
  await shop.shop.call('DELETE', `/api/v1/webhooks/${shop.webhookId}`)
  assert.equal(await findReplay(app, key.merchantId, key.webhookId), undefined)
})

test("replay: another merchant's webhook is unknown, and its notifications are neither counted nor sent", async () => {
  const [mine, other] = [await newShop(), await newShop()]
  await addTo(mine)
  await addTo(other)
  const { app } = notifying.service
  const strange = { merchantId: other.merchantId, webhookId: mine.webhookId }
  assert.equal((await countReplay(app, other.merchantId, { ...whole, webhookId: mine.webhookId })).count, 0)
  assert.equal((await replay({ ...mine, ...strange })).started, 'refused')
  assert.equal(await findMissingSince(app, other.merchantId, mine.webhookId), undefined)
  assert.equal(await findMissingSince(app, mine.merchantId, mine.webhookId), now - 2 * day)
  await replay(mine)
  assert.equal((await untilState(mine, 'finished')).delivered, 15)
  assert.deepEqual(arrivedAt(other), [])
})

test('replay: only the newest 20 of a webhook stay', async () => {
  const shop = await newShop()
  for (let number = 0; number < replayLimits.kept + 3; number += 1) {
    const { id } = await replay(shop)
    await stopReplay(notifying.service.app, { merchantId: shop.merchantId, webhookId: shop.webhookId, id }, nothing)
  }
  const rows = await notifying.service.database.query(
    `select from webhook_replays where webhook_id = '${shop.webhookId}'`,
  )
  assert.equal(rows.length, replayLimits.kept + 1)
})

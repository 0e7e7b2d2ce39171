import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { replayLimits } from '../../src/platform/webhooks/replays/replay.ts'
import { findReplay } from '../../src/platform/webhooks/replays/replays.ts'
import type { NotifyingService } from '../support/notified-shop.ts'
import { assertInOrder, idOf, openReplayingService, pathOf, type ReplayingService } from '../support/replays.ts'

let notifying: NotifyingService
let newShop: ReplayingService['newShop']
let replay: ReplayingService['replay']
let untilState: ReplayingService['untilState']
let addTo: ReplayingService['addTo']
let arrivedAt: ReplayingService['arrivedAt']

before(async () => {
  ;({ notifying, newShop, replay, untilState, addTo, arrivedAt } = await openReplayingService())
})
after(() => notifying.close())
afterEach(() => {
  notifying.receiver.answer = (_request, response) => void response.end('ok')
})

test('replay: new notifications go out at once while it runs, and at most 25 are under way', async () => {
  const shop = await newShop()
  const { query } = notifying.service.database
  const ids = await addTo(shop, { payments: 100, each: 3 })
  await replay(shop)
  let most = 0
  let isNewThere = false
  let behind = 0
  const payment = shop.shop.authorizedPayment()
  while ((await findReplay(notifying.service.app, shop.merchantId, shop.webhookId))?.endedAt === null) {
    const [row] = await query(
      `select count(*)::int as n from deliveries where webhook_id = '${shop.webhookId}' and state = 'waiting'`,
    )
    most = Math.max(most, Number(row?.['n']))
    if (!isNewThere && arrivedAt(shop).some(({ body }) => body.meta !== null || !ids.includes(body.id))) {
      isNewThere = arrivedAt(shop).some((one) => !ids.includes(idOf(one)))
      behind = arrivedAt(shop).length
    }
    await wait(20)
  }
  await payment
  assert.ok(most <= replayLimits.underWay + 1, String(most))
  assert.ok(isNewThere && behind < 250, `${behind}`)
  assert.equal(new Set(arrivedAt(shop).map(idOf)).size, arrivedAt(shop).length)
  assertInOrder(arrivedAt(shop).filter((one) => ids.includes(idOf(one))))
})

test('replay: a new event of a payment waits for no replayed one, and its number tells that it is newer', async () => {
  const shop = await newShop()
  let isDown = true
  notifying.receiver.answer = ({ path }, response) => {
    response.writeHead(isDown && path === pathOf(shop) ? 503 : 200).end()
  }
  await addTo(shop, { payments: 60, each: 2 })
  const id = await shop.shop.authorizedPayment()
  await notifying.untilSome(
    `select from deliveries where webhook_id = '${shop.webhookId}' and state = 'failed' and attempts = 3`,
  )
  isDown = false
  const from = arrivedAt(shop).length
  await replay(shop, { to: Date.now() })
  await shop.shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '1.00', reference_id: 'a' })
  const { delivered, failed } = await untilState(shop, 'finished')
  assert.deepEqual([delivered, failed], [121, 0])
  const own = arrivedAt(shop)
    .slice(from)
    .filter(({ body }) => body.id === id)
  assert.deepEqual(
    own.map(({ headers, body }) => [headers['webhook-sequence'], body.captures.length]),
    [
      ['2', 1],
      ['1', 0],
    ],
  )
})

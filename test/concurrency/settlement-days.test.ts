import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { day, hour, second } from '../../src/platform/base/times.ts'
import { succeed } from '../../testkit/client.ts'
import { compareBooks, compareTotals, fixedPartOf, readBooks, readSettlement } from '../../testkit/settlement-books.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestApi } from '../support/api.ts'
import { capture, get, newPayingMerchant, refund } from '../support/settlements.ts'
import {
  assertBookedOnce,
  dayOf,
  holdMovements,
  modelStore,
  openOtherProcess,
  readLines,
  settleRound,
} from '../support/settling.ts'

const api = await openTestApi()
const { service } = api
const { clock } = service
const other = await openOtherProcess(service)
after(async () => {
  await other.close()
  await api.close()
})

/** 10:00 of the first of a month that no other test uses: 14:00 in Dubai, 13:00 in Kuwait. */
const startAt = (month: string): void => clock.set(Date.parse(`${month}-01T10:00:00Z`))
const main = modelStore('main', 'AED')

/** A payment that is partly captured, closed, and partly refunded. */
async function sell(shop: Shop): Promise<void> {
  const id = await shop.authorizedPayment()
  await capture(shop, id, '33.30', 'some')
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  await refund(shop, id, '9.90', 'some')
}

test('two processes book, close and pay during captures over midnight: everything once, and in one chain', async () => {
  startAt('2026-04')
  const fee = { percent: '5.00', vat_percent: '5.00' }
  const stores = [
    { merchant_code: 'ae', country: 'AE', fee },
    { merchant_code: 'kw', country: 'KW', fee },
  ]
  const made = succeed(
    await api.open('').call('POST', '/sandbox/merchants', { name: 'Two', region: 'uae', stores }),
  ).body
  const open = (mode: 'test' | 'live', merchantCode: string, currency: string): Shop =>
    openShop(service.urls.uae, made.keys[mode].secret, { merchantCode, currency })
  const shops = [open('test', 'ae', 'AED'), open('test', 'kw', 'KWD'), open('live', 'ae', 'AED')] as const
  // Over both midnights and both payout times, in steps of some seconds.
  for (const at of ['01T19:59:54', '01T20:59:54', '02T05:59:54', '02T06:59:54', '02T19:59:54']) {
    clock.set(Date.parse(`2026-04-${at}Z`))
    let isOver = false
    const settling = [service.app, service.app, other.app, other.app].map(async (app) => {
      while (!isOver) await settleRound(app)
    })
    const selling = [...shops, ...shops].map(async (shop) => {
      while (!isOver) await sell(shop)
    })
    for (let step = 0; step < 12; step += 1) {
      await get(shops[step % 3] ?? shops[0], '/api/v1/payouts')
      clock.advance(second)
    }
    isOver = true
    await Promise.all([...settling, ...selling])
  }
  for (const at of ['03T07:00:00', '03T21:00:00', '04T07:00:00']) {
    clock.set(Date.parse(`2026-04-${at}Z`))
    await settleRound(other.app)
  }
  const books = await assertBookedOnce(service, made.merchant.id, [shops[0], shops[2]])
  const models = [modelStore('ae', 'AED'), modelStore('kw', 'KWD')]
  for (const [index, shop] of [shops[0], shops[2]].entries()) {
    const book = books[index] ?? assert.fail()
    const lines = await readLines(shop, models)
    assert.ok(lines.length > 20, `${lines.length}`)
    const differing = compareBooks(lines, book, clock.now(), 30 * second)
    // The delay of a payout depends on the machine's clock, which this test moves.
    assert.deepEqual(
      differing.filter((what) => !/paid at/.test(what)),
      [],
    )
    assert.deepEqual(compareTotals([book]), [])
  }
})

for (const daysLater of [0, 2]) {
  test(`a capture that is decided before midnight and committed after its day is closed, ${daysLater} days later, is in the next day`, async (t) => {
    startAt(`2026-0${5 + daysLater}`)
    const { test: shop, id: merchantId } = await newPayingMerchant(api)
    const punctual = await shop.authorizedPayment('340.00')
    const slow = await shop.authorizedPayment('100.00')
    await capture(shop, punctual, '340.00', 'in time')
    const midnight = Math.ceil(clock.now() / day) * day - 4 * hour
    clock.set(midnight - second)
    const held = await holdMovements(service)
    t.after(() => held.release())
    const late = shop.call('POST', `/api/v2/payments/${slow}/captures`, { amount: '100.00', reference_id: 'late' })
    await retry('the capture waits', async () => (await held.waiting()) > 0)
    clock.set(midnight + daysLater * day + (daysLater === 0 ? 0 : 11 * hour))
    await settleRound(other.app)
    await settleRound(other.app)
    const [closed = assert.fail()] = (await readBooks(shop)).settlements
    assert.deepEqual(
      closed.lines.map((line) => line['reference_id']),
      ['in time'],
    )
    await held.release()
    const answer = succeed(await late)
    assert.equal(Date.parse(answer.body.captures[0].created_at), midnight - second)

    const date = new Date(midnight).toISOString().slice(0, 10)
    const next = new Date(midnight + day).toISOString().slice(0, 10)
    await settleRound(other.app)
    await settleRound(other.app)
    const ofNext = await readSettlement(shop, next)
    assert.deepEqual(
      ofNext.lines.map((line) => [line['reference_id'], line['net']]),
      [['late', '94.75']],
    )
    assert.equal(ofNext.status, daysLater === 0 ? 'open' : 'paid')
    for (const hours of [10, 24, 34, 72]) {
      clock.set(Math.max(clock.now(), midnight + hours * hour))
      await settleRound(other.app)
    }
    const [books = assert.fail()] = await assertBookedOnce(service, merchantId, [shop])
    assert.equal(fixedPartOf(dayOf(books, date)), fixedPartOf(closed))
    assert.deepEqual(
      books.settlements.map((one) => [one.date, one.net, one.status]),
      [
        [next, '94.75', 'paid'],
        [date, '322.15', 'paid'],
      ],
    )
    assert.deepEqual(
      compareBooks(await readLines(shop, [main]), books, clock.now(), second).filter((what) => !/paid at/.test(what)),
      [],
    )
  })
}

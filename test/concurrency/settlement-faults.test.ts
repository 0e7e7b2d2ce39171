import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bookMerchant } from '../../src/money/settlements/bookings.ts'
import { settleSettlement } from '../../src/money/settlements/settle-settlement.ts'
import type { App } from '../../src/platform/app/app.ts'
import { hour } from '../../src/platform/base/times.ts'
import { serviceActor } from '../../src/platform/merchants/caller.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { compareBooks, fixedPartOf, readBooks } from '../../testkit/settlement-books.ts'
import { newMerchant, openShop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { startTestService } from '../support/service.ts'
import { capture, get, newPayingMerchant, refund } from '../support/settlements.ts'
import {
  assertBookedOnce,
  dyingApp,
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

const main = modelStore('main', 'AED')
const fee = { percent: '5.00', vat_percent: '5.00' }
const at = (time: string): void => clock.set(Date.parse(time))

test('a process that dies at or after any statement of booking, closing or paying leaves work that the next one finishes', async () => {
  at('2026-04-01T10:00:00Z')
  const { live: shop, id: merchantId } = await newPayingMerchant(api)
  const actor = serviceActor(merchantId, false, 0)
  const { query } = service.database
  const pending = async (): Promise<string> => {
    const [row] = await query(`select id from pending_settlements where merchant_id = '${merchantId}'`)
    return String(row?.['id'])
  }
  const book = (app: App) => bookMerchant(app, merchantId, 5)
  const settle = async (app: App) => settleSettlement(app, actor, await pending())
  /** Dies at each statement in turn, until the work is finished. */
  const dieEverywhere = async (work: (app: App) => Promise<unknown>, when: 'before' | 'after'): Promise<number> => {
    for (let statement = 1; ; statement += 1) {
      const dying = dyingApp(service.app, statement, when)
      await work(dying.app).catch((error: Error) => assert.match(error.message, /has died/))
      if (!dying.hasDied()) return statement - 1
    }
  }
  const deaths: number[] = []
  const first = await shop.authorizedPayment('340.00')
  await capture(shop, first, '140.00', 'c1')
  deaths.push(await dieEverywhere(book, 'before'))
  await capture(shop, first, '200.00', 'c2')
  deaths.push(await dieEverywhere(book, 'after'))
  await refund(shop, first, '40.00', 'r1')
  at('2026-04-01T20:00:00Z')
  deaths.push(await dieEverywhere(settle, 'before'))
  at('2026-04-02T06:00:00Z')
  deaths.push(await dieEverywhere(settle, 'before'))
  assert.deepEqual(await query(`select from pending_settlements where merchant_id = '${merchantId}'`), [])
  // Another day, on which the last commit's answer is lost each time.
  await refund(shop, first, '10.00', 'r2')
  await shop.capturedPayment('50.00')
  await book(service.app)
  at('2026-04-02T20:00:00Z')
  deaths.push(await dieEverywhere(settle, 'after'))
  at('2026-04-03T06:00:00Z')
  const id = await pending()
  deaths.push(await dieEverywhere((app) => settleSettlement(app, actor, id), 'after'))
  assert.ok(
    deaths.every((count) => count > 0),
    `${deaths}`,
  )
  const [books = assert.fail()] = await assertBookedOnce(service, merchantId, [shop])
  assert.equal(books.payouts.length, 2)
  assert.deepEqual(compareBooks(await readLines(shop, [main]), books, clock.now()), [])
})

test("a machine's clock a year ahead and back: nothing is lost or doubled, and later days have their own time", async () => {
  at('2026-05-01T10:00:00Z')
  const { test: shop, id: merchantId } = await newPayingMerchant(api)
  const id = await shop.authorizedPayment('340.00')
  await capture(shop, id, '100.00', 'before')
  at('2027-05-01T10:00:00Z')
  await Promise.all([settleRound(service.app), settleRound(other.app)])
  await settleRound(other.app)
  // Requests in that moment have its time.
  const ahead = await shop.capturedPayment('50.00')
  await settleRound(service.app)
  at('2026-05-01T10:00:01Z')
  await settleRound(other.app)
  const [closed = assert.fail()] = (await readBooks(shop)).settlements
  assert.deepEqual([closed.date, closed.net, closed.status], ['2026-05-01', '94.75', 'paid'])

  const next = await shop.capturedPayment('10.00')
  const shown = async (): Promise<string[]> => {
    await settleRound(other.app)
    await settleRound(service.app)
    const { settlements } = await readBooks(shop)
    return settlements.map(({ date, net, status }) => `${date} ${net} ${status}`)
  }
  // Its own day was closed early, so it is in the next one.
  for (const [time, days] of [
    ['2026-05-01T20:00:00Z', []],
    ['2026-05-02T19:59:59Z', []],
    ['2026-05-02T20:00:00Z', ['2026-05-02 9.47 closed']],
    ['2026-05-03T05:59:59Z', ['2026-05-02 9.47 closed']],
    ['2026-05-03T06:00:00Z', ['2026-05-02 9.47 paid']],
  ] as const) {
    at(time)
    assert.deepEqual(await shown(), [...days, '2026-05-01 94.75 paid'], time)
  }
  at('2027-05-03T10:00:00Z')
  await shown()
  const [books = assert.fail()] = await assertBookedOnce(service, merchantId, [shop])
  const lines = new Map(books.settlements.map(({ date, lines: of }) => [date, of.map((line) => line['payment_id'])]))
  assert.deepEqual(lines.get('2026-05-02'), [next])
  assert.deepEqual(lines.get('2027-05-01'), [ahead])
  const first = books.settlements.find(({ date }) => date === '2026-05-01') ?? assert.fail()
  assert.equal(fixedPartOf(first), fixedPartOf(closed))
})

test("while a merchant's ledger is locked, its settlements are answered as last booked", async () => {
  at('2026-06-01T10:00:00Z')
  const { test: shop, id: merchantId } = await newPayingMerchant(api)
  await shop.capturedPayment('340.00')
  const before = await get(shop, '/api/v1/settlements/2026-06-01')
  await shop.capturedPayment('50.00')
  const held = await holdRows(
    service.database.connection,
    `select from ledger_chains where merchant_id = '${merchantId}' for update`,
  )
  assert.deepEqual(await get(shop, '/api/v1/settlements/2026-06-01'), before)
  held.assertHeld()
  await held.release()
  assert.equal((await get(shop, '/api/v1/settlements/2026-06-01')).captures, '390.00')
})

/** The settlements and payouts of some days, in a process and a database with this time zone and date style. */
async function settleDays(timeZone: string, dateStyle: string): Promise<unknown> {
  const before = process.env['TZ']
  process.env['TZ'] = timeZone
  const there = await startTestService({ startAt: Date.parse('2026-03-07T17:00:00Z') })
  const { database } = there
  await database.query(`alter database "${database.connection.database}" set timezone = '${timeZone}'`)
  await database.query(`alter database "${database.connection.database}" set datestyle = '${dateStyle}'`)
  const settling = await openOtherProcess(there)
  try {
    const { keys } = await newMerchant(openShop(there.urls.uae, ''), { fee })
    const shop = openShop(there.urls.uae, keys.test.secret, { merchantCode: 'main' })
    for (let passed = 0; passed < 40; passed += 1) {
      await shop.capturedPayment(`${10 + passed}.00`)
      there.clock.advance(hour)
      await settleRound(settling.app)
    }
    const books = await readBooks(shop)
    assert.deepEqual(compareBooks(await readLines(shop, [main]), books, there.clock.now()), [])
    const days = books.settlements.map(({ date, net, status, lines }) => [date, net, status, lines.length])
    return [days, books.payouts.map(({ amount, paid_at }) => [amount, paid_at])]
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
    await settling.close()
    await there.close()
  }
}

test("days are the store's in any time zone of the machine, also across daylight saving time", async () => {
  const usual = await settleDays('UTC', 'ISO, MDY')
  // 8 March has 23 hours in New York.
  assert.deepEqual(await settleDays('America/New_York', 'SQL, DMY'), usual)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dueWorks } from '../../src/entries/due-works.ts'
import { duePayments } from '../../src/money/payments/due-payments.ts'
import { refusals } from '../../src/money/payments/refusals.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import { day, minute } from '../../src/platform/base/times.ts'
import { openServiceDb } from '../../src/platform/db/sharding/service-db.ts'
import { type ListedWork, maxBatchSize } from '../../src/platform/due/due.ts'
import { callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { advanceMerchantClock } from '../../src/rehearsal/sandbox/advance-clock.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
const { service } = api
// A second process on the same database, as far as memory goes.
const db = await openServiceDb({ connection: service.database.connection, connections: 4 })
const other = openApp(service.app.config, db, service.app.log, service.clock)
after(async () => {
  await other.outbound.close()
  await db.close()
  await api.close()
})

test('concurrent advances in two processes all count, and each due item is processed once at its own time', async () => {
  const own = await api.newMerchant()
  const holder = await findKeyHolder(service.app, own.keys.test.secret)
  assert.ok(typeof holder !== 'string')
  const caller = callerFrom(holder, '')
  const startedAt = service.clock.now()
  const expected: [string, string][] = []
  for (let index = 0; index < 8; index += 1) {
    const [created, authorized] = [await own.test.createdPayment(), await own.live.authorizedPayment()]
    const now = service.clock.now()
    expected.push([created, new Date(now + 30 * minute).toISOString()])
    expected.push([authorized, new Date(now + 21 * day).toISOString()])
    // Captured before, it is collected one and two months after 1 March, at 09:00 in Dubai.
    for (const dueDate of ['2026-04-01', '2026-05-01']) expected.push([authorized, `${dueDate}T05:00:00.000Z`])
    service.clock.advance(minute)
  }
  const lengths = Array.from({ length: 12 }, (_, index) => day * (index + 1))
  const reached = await Promise.all(
    lengths.map((byMs, index) => advanceMerchantClock(index % 2 === 0 ? service.app : other, dueWorks, caller, byMs)),
  )
  const total = lengths.reduce((sum, byMs) => sum + byMs, 0)
  assert.equal(Math.max(...reached.map(Number)), total)
  const [{ body: clock }, rows] = await Promise.all([
    own.test.call('GET', '/sandbox/clock'),
    service.database.query(
      `select payment_id, at from payment_timeline where merchant_id = '${own.id}' and actor = 'service' order by at, payment_id`,
    ),
  ])
  assert.equal(clock.offset_seconds, total / 1000)
  assert.ok(service.clock.now() > startedAt)
  const done = rows.map((row) => [row['payment_id'], (row['at'] as Date).toISOString()])
  const byTime = expected.toSorted(([one, a], [two, b]) => a.localeCompare(b) || one.localeCompare(two))
  assert.deepEqual(done, byTime)
})

test('locked items beyond one batch do not hide later due items', async () => {
  const own = await api.newMerchant()
  const holder = await findKeyHolder(service.app, own.keys.test.secret)
  assert.ok(typeof holder !== 'string')
  const ids = await Promise.all(Array.from({ length: maxBatchSize + 1 }, () => own.test.createdPayment()))
  const later = await own.live.authorizedPayment()
  const dueAt = new Date(service.clock.now() + 21 * day)
  const tried: string[] = []
  // Answers as for locked rows, without the retries that each would take.
  const held: ListedWork = {
    ...duePayments,
    async run(app, due) {
      tried.push(due.id)
      if (ids.includes(due.id)) throw refusals.locked()
      return duePayments.run(app, due)
    },
  }
  assert.equal(await advanceMerchantClock(service.app, [held], callerFrom(holder, ''), 30 * day), 30 * day)
  const done = await service.database.query(
    `select payment_id, at from payment_timeline where merchant_id = '${own.id}' and actor = 'service'`,
  )
  assert.deepEqual(done, [{ payment_id: later, at: dueAt }])
  assert.deepEqual(tried.sort(), [...ids, later].sort())
})

test('concurrent advances move no clock past the year 2999', async () => {
  const own = await api.newMerchant()
  const holder = await findKeyHolder(service.app, own.keys.test.secret)
  assert.ok(typeof holder !== 'string')
  const caller = callerFrom(holder, '')
  const byMs = Date.parse('2999-12-30T00:00:00Z') - service.clock.now()
  const reached = await Promise.all(
    [service.app, other].map((app) => advanceMerchantClock(app, dueWorks, caller, byMs)),
  )
  assert.deepEqual(reached.sort(), [byMs, undefined])
})
